/// <reference types="vite/types/importMeta.d.ts" />

// Each suite registers its checks as it is imported. Their order is of no matter: it follows from what they send.
import.meta.glob('./*/*.test.ts', { eager: true });
