import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { foldersInCycles } from '../../server/test/support/folder-cycles.ts'

/** Folder of the console's source files. The tests check rules for these files, so that reviewers do not have to. */
const root = fileURLToPath(new URL('.', import.meta.url))
const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
const sources = await Promise.all(names.map(async (name) => ({ name, text: await readFile(`${root}${name}`, 'utf8') })))

const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
/** Returns the top-level folder of a source file; undefined for a file directly in src/. */
const folderOf = (name: string): string | undefined => (name.includes('/') ? name.split('/')[0] : undefined)
const outside = (folder: string, found: string[]) => found.filter((name) => !name.startsWith(folder))

test('only files in api/ send HTTP requests, and only files in live/ open an EventSource', () => {
  expect(outside('api/', naming(/\bfetch\(|\bnew XMLHttpRequest\b|sendBeacon/))).toEqual([])
  expect(outside('live/', naming(/\bnew EventSource\b/))).toEqual([])
  expect(naming(/\bfetch\(/)).toContain('api/call.ts')
})

test('only kit/forms/select.tsx imports the select field of Mantine, which renders all options of a closed list', () => {
  expect(naming(/import \{[^}]*\bSelect\b[^}]*\} from '@mantine\/core'/)).toEqual(['kit/forms/select.tsx'])
})

test('no source file contains the URL of another host', () => {
  // XML namespaces on www.w3.org are allowed, because browsers do not load them.
  expect(naming(/['"`]https?:\/\/(?!www\.w3\.org)/)).toEqual([])
})

test('top-level folders do not import each other in cycles', () => {
  const imports = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/^(?:import|export) [^'"]*?from '(\.[^']+)'/gm)].map(
      ([, target]): [string | undefined, string | undefined] => [
        folderOf(name),
        folderOf(join(dirname(name), target!)),
      ],
    ),
  )
  expect(foldersInCycles(imports)).toEqual([])
  expect(imports.length).toBeGreaterThan(500)
})

test('no file in kit/ imports from sessions/', () => {
  expect(naming(/\/sessions\//).filter((name) => name.startsWith('kit/'))).toEqual([])
})

test('every folder except texts/ directly contains at most 20 source files', () => {
  const counts = Map.groupBy(names, (name) => dirname(name))
  const crowded = [...counts].filter(([folder, files]) => folder !== 'texts' && files.length > 20)
  expect(crowded.map(([folder]) => folder)).toEqual([])
})

test('no source file turns a string into HTML', () => {
  expect(naming(/dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write/)).toEqual([])
})

test('only routes.tsx imports page components, but every file may import the error pages in kit/', () => {
  expect(outside('kit/', naming(/['"](?![^'"]*\/kit\/)[^'"]*-page\.tsx['"]/))).toEqual(['routes.tsx'])
})

test('the folders list, board and detail in incidents/ do not import from each other', () => {
  const pages = ['list', 'board', 'detail']
  const crossing = pages.flatMap((page) => {
    const others = pages.filter((other) => other !== page).join('|')
    return naming(new RegExp(`from '(?:\\.\\./)+(${others})/`)).filter((name) => name.startsWith(`incidents/${page}/`))
  })
  expect(crossing).toEqual([])
})

test('only kit/ renders modals and blocks navigation, so that focus and unsaved changes are handled in one place', () => {
  expect(naming(/<Modal\b/)).toEqual(['kit/dialogs/dialog.tsx'])
  expect(naming(/\b(confirm|alert|prompt)\(['"`]|window\.(confirm|alert|prompt)\b/)).toEqual([])
  expect(outside('kit/', naming(/\buseBlocker\(/))).toEqual([])
})

test('source files import nothing but types from contract modules with TypeBox schemas', async () => {
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

test('components take all texts that users see from texts/', () => {
  const spoken = /\b(label|placeholder|title|aria-label|description)="[A-Z][a-z]+[^"]*"|>\s*[A-Z][a-z]+ [a-z]+[^<{]*<\//
  expect(naming(spoken).filter((name) => name.endsWith('.tsx'))).toEqual([])
})

test('every group of texts is defined by defineTexts, so that another language can replace the texts', () => {
  const loose = sources
    .filter(({ name }) => name.startsWith('texts/') && name !== 'texts/define-texts.ts')
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export const \w*(?:Texts|Titles)\b[^=]*= (?!defineTexts[<(])/gm)].map(() => name),
    )
  expect(loose).toEqual([])
})
