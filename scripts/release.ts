import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { buildPackage } from './build-package.ts'

const checkout = join(import.meta.dirname, '..')
const { dryRun: isDryRun = false } = new Command('release')
  .description('check, build and pack a release')
  .option('--dry-run', 'write to a temporary folder, and only warn when the checkout is not ready for a release')
  .parse()
  .opts<{ dryRun?: boolean }>()

await release()

/**
 * Checks, builds and packs a release into `dist/release/`, with a file of SHA-256 checksums.
 * With `--dry-run`, the script writes to a temporary folder, and only warns if the checkout is not ready for a release.
 */
async function release(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
  step(`Release ${version}${isDryRun ? ' (dry run)' : ''}`)
  requireCleanTree()
  requireDatedChangelog(version)
  step('Checks')
  run('npm', 'run', '-s', 'check')
  step('Console')
  run('npm', 'run', '-s', 'build')
  step('Packages')
  const target = makeTargetFolder()
  const packages = [await packProgram(target), packClient(target)]
  writeFileSync(join(target, 'SHA256SUMS'), packages.map((name) => `${sha256(join(target, name))}  ${name}\n`).join(''))
  print(readFileSync(join(target, 'SHA256SUMS'), 'utf8'))
  if (isDryRun) rmSync(target, { recursive: true })
  else print(`Written to ${target}\n`)
}

function requireCleanTree(): void {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: checkout, encoding: 'utf8' })
  if (changes !== '') notReady(`The working tree has changes that are not committed:\n${changes}`)
}

function requireDatedChangelog(version: string): void {
  const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8')
  const isDated = changelog.split('\n').some((line) => /^## (\S+) \(\d{4}-\d\d-\d\d\)$/.exec(line)?.[1] === version)
  if (!isDated) notReady(`CHANGELOG.md has no heading "## ${version} (<date>)".\n`)
}

function notReady(reason: string): void {
  print(`${isDryRun ? 'Warning' : 'Error'}: ${reason}`)
  if (!isDryRun) process.exit(1)
}

function makeTargetFolder(): string {
  if (isDryRun) return mkdtempSync(join(tmpdir(), 'tocsin-release-'))
  const target = join(checkout, 'dist/release')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  return target
}

/** Builds and packs the package `tocsin`. @returns the file name of the package */
async function packProgram(target: string): Promise<string> {
  const folder = join(checkout, 'dist/package')
  await buildPackage(folder)
  return pack(target, folder)
}

/** Packs `@tocsin/client`, which npm builds first with the `prepack` script. @returns the file name of the package */
function packClient(target: string): string {
  return pack(target, '-w', '@tocsin/client')
}

function pack(target: string, ...subject: string[]): string {
  const parameters = ['pack', ...subject, '--silent', '--json', '--pack-destination', target]
  const output = execFileSync('npm', parameters, { cwd: checkout, encoding: 'utf8' })
  const [packed] = Object.values(JSON.parse(output) as Record<string, { filename: string; files: { path: string }[] }>)
  print(`${packed!.filename}, ${packed!.files.length} files\n`)
  return packed!.filename
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function run(command: string, ...parameters: string[]): void {
  execFileSync(command, parameters, { cwd: checkout, stdio: 'inherit' })
}

function step(title: string): void {
  print(`\n=== ${title}\n`)
}

function print(text: string): void {
  process.stdout.write(text)
}
