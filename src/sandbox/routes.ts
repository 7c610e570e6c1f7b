import type { Route } from './call.ts';
import * as nouns from './nouns.ts';

export const routes: readonly Route[] = Object.values(nouns).flat();
