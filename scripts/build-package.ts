import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const checkout = join(import.meta.dirname, '..')
/**
 * Workspaces whose dependencies become dependencies of the package. The package also contains the client and the
 * console, which have no dependencies.
 */
const workspaces = ['contract', 'server', 'demo']
const entries = ['server/src/cli/tocsin.ts', 'server/src/media/thumbnails/child.ts']
/** Files and folders that the program reads at run time, or that operators need. */
const copied = [
  'server/bin',
  'server/migrations',
  'console/dist',
  'deploy',
  'docs',
  'LICENSE',
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
]

interface Manifest {
  version: string
  description: string
  license: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Builds the npm package `tocsin` in a folder. Each TypeScript file becomes a JavaScript file at the same place as in
 * the checkout, so that every path relative to a file stays valid. `npm-shrinkwrap.json` pins the dependencies to the
 * versions in the lock file of the checkout.
 * @param folder folder to build in. Its earlier content is deleted.
 * @throws Error when the console is not built, or the code imports a package that no workspace lists as a dependency.
 */
export async function buildPackage(folder: string): Promise<void> {
  if (!existsSync(join(checkout, 'console/dist/index.html'))) {
    throw new Error('The console is not built: run `npm run build` first.')
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const dependencies = runtimeDependencies()
  rejectUnlisted(await buildModules(folder), dependencies)
  for (const path of copied) cpSync(join(checkout, path), join(folder, path), { recursive: true })
  writeManifest(folder, dependencies)
  pinDependencies(folder)
}

if (import.meta.main) await buildPackage(join(checkout, 'dist/package'))

/** @returns the names of the packages that the built modules import. */
async function buildModules(folder: string): Promise<string[]> {
  const built = (await build({
    root: checkout,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: {
        input: entries,
        external: (id) => !/^([./]|@tocsin\/)/.test(id),
        output: { preserveModules: true, preserveModulesRoot: checkout, entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const own = new Set(built.output.map(({ fileName }) => fileName))
  const imported = built.output.flatMap((chunk) =>
    'imports' in chunk ? [...chunk.imports, ...chunk.dynamicImports] : [],
  )
  const packages = imported.filter((id) => !own.has(id) && !id.startsWith('node:')).map(packageName)
  return [...new Set(packages)]
}

function packageName(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

function rejectUnlisted(imported: string[], dependencies: Record<string, string>): void {
  const unlisted = imported.filter((name) => !(name in dependencies))
  if (unlisted.length > 0) throw new Error(`not a dependency of ${workspaces.join(', ')}: ${unlisted.join(', ')}`)
}

function runtimeDependencies(): Record<string, string> {
  const all = workspaces.flatMap((workspace) => Object.entries(readManifest(workspace).dependencies ?? {}))
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('@tocsin/')).toSorted())
}

function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(join(checkout, workspace, 'package.json'), 'utf8')) as Manifest
}

function writeManifest(folder: string, dependencies: Record<string, string>): void {
  const { version, description, license } = readManifest('.')
  const { optionalDependencies } = readManifest('server')
  const manifest = {
    name: 'tocsin',
    version,
    description,
    license,
    type: 'module',
    bin: { tocsin: 'server/bin/tocsin.js' },
    engines: { node: '>=24' },
    dependencies,
    optionalDependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** Writes `npm-shrinkwrap.json`: npm reduces the lock file of the checkout to the dependencies of the package. */
function pinDependencies(folder: string): void {
  cpSync(join(checkout, 'package-lock.json'), join(folder, 'package-lock.json'))
  const options = ['--package-lock-only', '--ignore-scripts', '--offline', '--omit-lockfile-registry-resolved']
  execFileSync('npm', ['install', ...options, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  renameSync(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'))
}
