#!/usr/bin/env -S node --max-semi-space-size=16
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In JavaScript, because it has to run before the first TypeScript is read: what is kept is loaded without the compiler,
// in half the time and 20 MiB. It is kept beside the packages, where only who may change the program can write; whoever
// starts it and may not keeps nothing, or sets NODE_COMPILE_CACHE, which comes first.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tocsin', import.meta.url)))
await import('../src/cli/tocsin.ts')
