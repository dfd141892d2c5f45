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
  'stores/file': 'src/stores/file.ts',
  'stores/indexed-db': 'src/stores/indexed-db.ts',
  'stores/memory': 'src/stores/memory.ts',
}

/**
 * Makes what is published: one ES module per entry point, with what they share in files of their own, the contract in
 * them, and declarations that need no other package. Run as `npm run build -w @tocsin/client`.
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
      // Whoever uses the package minifies; whoever debugs wants to read. Docstrings stand in the declarations.
      minify: false,
      lib: { entry: entries, formats: ['es'] },
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

/** The sources name each other as they are; the declarations stand beside modules. */
function pointToModules(text: string): string {
  return text.replace(/((?:from|import)\s*\(?')(\.[^']*)\.ts'/g, "$1$2.js'")
}

/** Allows undefined for optional members, for projects that compile with `exactOptionalPropertyTypes`. */
function allowUndefined(text: string): string {
  return text.replace(/^( +\w+\?: )([^;{}]+?)(?: \| undefined)?;$/gm, (_, name: string, type: string) => {
    return `${name}${type.includes('=>') ? `(${type})` : type} | undefined;`
  })
}
