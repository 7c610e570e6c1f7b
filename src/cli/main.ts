#!/usr/bin/env node
// Where the command has always been: npx keeps its link to it when a checkout moves on to another version. For the
// same reason the file that this leads to, which was the command for a while, can be executed too.
await import(new URL('../../bundle/main.js', import.meta.url).href);

export {};
