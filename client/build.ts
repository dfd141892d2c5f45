import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const folder = import.meta.dirname
const target = join(folder, 'dist')
const entries = {
  client: 'src/client.ts',
  offline: 'src/offline.ts',
  replicate: 'src/replicate.ts',
  'stores/file': 'src/stores/file.ts',
  'stores/indexed-db': 'src/stores/indexed-db.ts',
  'stores/memory': 'src/stores/memory.ts',
  webhooks: 'src/webhooks.ts',
}

/**
 * Builds the published package in `dist/`: an ES module for each entry point, modules with the code that they share,
 * and type declarations. The modules and declarations include the parts of `contract/` that they use, so the package
 * needs no other package. Run as `npm run build -w @tocsin/client`.
 */
export default async function buildPackage(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await Promise.all([buildModules(), buildDeclarations()])
}

if (import.meta.main) await buildPackage()

async function buildModules(): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: target,
      emptyOutDir: false,
      // Apps minify their own bundles, and readable modules are easier to debug.
      minify: false,
      lib: { entry: entries, formats: ['es'] },
      // The modules omit docstrings, because the declarations contain them.
      rolldownOptions: { external: /^node:/, output: { chunkFileNames: 'shared.js', comments: { jsdoc: false } } },
    },
  })
}

async function buildDeclarations(): Promise<void> {
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')])
  const emitted = join(target, 'declarations')
  await cp(join(emitted, 'client/src'), target, { recursive: true })
  await rm(emitted, { recursive: true })
  for (const name of await readdir(target, { recursive: true })) {
    if (name.endsWith('.d.ts')) await forAnyProject(join(target, name))
  }
}

async function forAnyProject(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  await writeFile(path, allowUndefined(pointToModules(text)))
}

/** Changes imports of `.ts` files to `.js`, because the declarations are published beside JavaScript modules. */
function pointToModules(text: string): string {
  return text.replace(/((?:from|import)\s*\(?')(\.[^']*)\.ts'/g, "$1$2.js'")
}

/**
 * Adds `undefined` to the type of each optional member, so that projects with `exactOptionalPropertyTypes` can pass
 * undefined.
 */
function allowUndefined(text: string): string {
  return text.replace(/^( +\w+\?: )([^;{}]+?)(?: \| undefined)?;$/gm, (_, name: string, type: string) => {
    return `${name}${type.includes('=>') ? `(${type})` : type} | undefined;`
  })
}
