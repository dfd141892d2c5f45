#!/usr/bin/env -S node --max-semi-space-size=32 --max-old-space-size=1536
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

// The published package has JavaScript in place of the TypeScript of a checkout.
const isBuilt = existsSync(new URL('../src/cli/tocsin.js', import.meta.url))
const isTooOld = Number(process.versions.node.split('.')[0]) < 24

if (!isBuilt) requireInstalledPackages()
if (isTooOld) {
  const remedy = isBuilt ? 'install Node 24' : `use npx tocsin or ${root}node_modules/.bin/node`
  fail(`tocsin runs on Node 24 or newer, not ${process.version}: ${remedy}`)
}

// Enable the cache before the first module is loaded. Later starts then need no compiler, take half the time, and use
// 20 MiB less memory. The cache is beside the packages, where only users who may change the program can write. Other
// users have no cache, unless they set NODE_COMPILE_CACHE.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tocsin', import.meta.url)))
const { runTocsin } = await import(`../src/cli/tocsin.${isBuilt ? 'js' : 'ts'}`)
await runTocsin()

function requireInstalledPackages() {
  try {
    import.meta.resolve('@tocsin/contract/limits.ts')
  } catch {
    fail(`the packages are not installed in ${root}: run \`npm ci\` there first`)
  }
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`error: ${message}\n`)
  process.exit(1)
}
