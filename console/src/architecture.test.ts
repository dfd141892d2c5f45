import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Rules that no reviewer should have to watch. */
const root = fileURLToPath(new URL('.', import.meta.url))
const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
const sources = await Promise.all(names.map(async (name) => ({ name, text: await readFile(`${root}${name}`, 'utf8') })))

const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
/** Top-level folder of a source file; undefined for files directly in src/. */
const folderOf = (name: string): string | undefined => (name.includes('/') ? name.split('/')[0] : undefined)
const outside = (folder: string, found: string[]) => found.filter((name) => !name.startsWith(folder))

test('only api/ speaks to the server, and live/ listens to it', () => {
  expect(outside('api/', naming(/\bfetch\(|\bnew XMLHttpRequest\b|sendBeacon/))).toEqual([])
  expect(outside('live/', naming(/\bnew EventSource\b/))).toEqual([])
  expect(naming(/\bfetch\(/)).toContain('api/call.ts')
})

test('no page asks another host', () => {
  // Namespaces are names, not addresses.
  expect(naming(/['"`]https?:\/\/(?!www\.w3\.org)/)).toEqual([])
})

test('folders do not import each other in circles', () => {
  const imported = new Map<string, Set<string>>()
  for (const { name, text } of sources) {
    for (const [, target] of text.matchAll(/^(?:import|export) [^'"]*?from '(\.[^']+)'/gm)) {
      const [importer, other] = [folderOf(name), folderOf(join(dirname(name), target!))]
      if (!importer || !other || importer === other) continue
      imported.set(importer, (imported.get(importer) ?? new Set()).add(other))
    }
  }
  const reachable = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const next of imported.get(folder) ?? []) if (!seen.has(next)) reachable(next, seen.add(next))
    return seen
  }
  expect([...imported.keys()].filter((folder) => reachable(folder).has(folder))).toEqual([])
  expect([...reachable('incidents')]).toEqual(expect.arrayContaining(['configuration', 'media', 'kit', 'api', 'texts']))
})

test('the kit knows no session', () => {
  expect(naming(/\/sessions\//).filter((name) => name.startsWith('kit/'))).toEqual([])
})

test('a folder has at most 20 source files beside each other', () => {
  const counts = Map.groupBy(names, (name) => dirname(name))
  const crowded = [...counts].filter(([folder, files]) => folder !== 'texts' && files.length > 20)
  expect(crowded.map(([folder]) => folder)).toEqual([])
})

test('markup is never made from text', () => {
  expect(naming(/dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write/)).toEqual([])
})

test('pages are loaded by routes.tsx and nobody else, but for those that stand for a missing one', () => {
  expect(outside('kit/', naming(/['"](?![^'"]*\/kit\/)[^'"]*-page\.tsx['"]/))).toEqual(['routes.tsx'])
})

test('the list, the board and the page of an Incident use nothing of each other', () => {
  const pages = ['list', 'board', 'detail']
  const crossing = pages.flatMap((page) => {
    const others = pages.filter((other) => other !== page).join('|')
    return naming(new RegExp(`from '(?:\\.\\./)+(${others})/`)).filter((name) => name.startsWith(`incidents/${page}/`))
  })
  expect(crossing).toEqual([])
})

test('dialogs are made in kit/, where they give the focus back and unsaved work is guarded', () => {
  expect(naming(/<Modal\b/)).toEqual(['kit/dialogs/dialog.tsx'])
  expect(naming(/\b(confirm|alert|prompt)\(['"`]|window\.(confirm|alert|prompt)\b/)).toEqual([])
  // A key that is shown once is not left at all.
  expect(outside('kit/', naming(/\buseBlocker\(/))).toEqual(['keys/shown-once.tsx'])
})

test('bundles only types of the contract, and modules that need no schemas', async () => {
  const imported = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/^import (?!type )[^']*? from '@tocsin\/contract\/([^']+)'/gm)].map(([, module]) => ({
      name,
      module,
    })),
  )
  const withSchemas = await Promise.all(
    imported.map(async ({ name, module }) => {
      const text = await readFile(fileURLToPath(import.meta.resolve(`@tocsin/contract/${module}`)), 'utf8')
      return text.includes("from 'typebox'") ? `${name} imports ${module}` : undefined
    }),
  )
  expect(withSchemas.filter((found) => found !== undefined)).toEqual([])
})

test('components hold no texts of their own', () => {
  const spoken = /\b(label|placeholder|title|aria-label|description)="[A-Z][a-z]+[^"]*"|>\s*[A-Z][a-z]+ [a-z]+[^<{]*<\//
  expect(naming(spoken).filter((name) => name.endsWith('.tsx'))).toEqual([])
})
