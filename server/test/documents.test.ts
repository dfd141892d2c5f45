import { glob, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { recipesIn, recipesNotRun, type Recipe } from './support/snippets.ts'

const checkout = join(import.meta.dirname, '../..')
const ignoredFolders = new Set(['node_modules', 'dist', 'data', '.git'])

interface Reference {
  /** Path of the file that contains the link or citation, relative to the checkout. */
  from: string
  /** Path of the file or folder to which the link or citation leads, relative to the checkout. */
  to: string
  /** Anchor of the heading to which the link or citation leads; undefined if it leads to no heading. */
  anchor: string | undefined
}

test('every relative link in a document leads to an existing file and heading', async () => {
  const documents = await readFiles('**/*.md')
  const links = documents.flatMap(([from, text]) => linksOf(from, text))
  expect(await unresolved(links)).toEqual([])
  expect(links.length).toBeGreaterThan(100)
})

test('every document and heading that a source file cites exists', async () => {
  const sources = await readFiles('**/*.{ts,tsx,js}')
  const citations = sources.flatMap(([from, text]) => citationsOf(from, text))
  expect(await unresolved(citations)).toEqual([])
  expect(citations.length).toBeGreaterThan(10)
})

test('the check of references reports a document or heading that does not exist', async () => {
  // Join the path from parts. The check also reads this file, and would report a literal path as a missing document.
  const absent = ['docs', 'nothing.md'].join('/')
  const missing = [
    ...linksOf('docs/README.md', 'See [setup](set-up-guide.md) and [paging](contract.md#99).'),
    ...citationsOf('server/src/app.ts', `@see ${absent}`),
  ]
  const existing = linksOf('docs/README.md', 'See [creation](contract.md#4.1).')
  expect(await unresolved([...missing, ...existing])).toEqual(missing)
  expect(missing).toHaveLength(3)
})

test('a test runs every block of shell commands in a document, except the blocks that `recipesNotRun` lists', async () => {
  const documents = await readFiles('**/*.md')
  const recipes = documents.flatMap(([page, text]) => recipesIn(page, text))
  const unknown = [...(await placesRun()), ...Object.keys(recipesNotRun)].filter(
    (known) => !recipes.some((recipe) => [...placesOf(recipe), recipe.name].includes(known)),
  )
  expect(unknown).toEqual([])
  expect(notRun(recipes, await placesRun())).toEqual([])
})

test.each([
  ['```sh\nrm -r data\n```', ['new.md: rm -r data']],
  ['1. Delete:\n\n   ```bash\n   rm -r data\n   ```', ['new.md: rm -r data']],
  ['> ```text\n> $ rm -r data\n> ```', ['new.md: $ rm -r data']],
  ['```shell-session\nrm -r data\n```', ['new.md: rm -r data']],
  ['## Delete\n\n```sh\nrm -r data\n```', []],
  ['```json\n{}\n```', []],
])('in the document %j, the check finds these blocks that no test runs: %j', (text, found) => {
  expect(notRun(recipesIn('new.md', text), ['new.md#Delete'])).toEqual(found)
})

test('every npm script and spec file in the commands of a document exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as { scripts: object }
  const text = (await readFiles('**/*.md')).map(([, page]) => page).join('\n')
  const named = [...text.matchAll(/npm run ([\w:-]+)|npx vitest run (?:--project \w+ )?([\w/.-]+\.test\.ts)/g)]
  const missing = named.filter(([, script, spec]) =>
    spec ? !existsSync(join(checkout, spec)) : !Object.hasOwn(scripts, script!),
  )
  expect(missing.map(([command]) => command)).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

/** Returns the pages and headings that tests pass to `readRecipes`. */
async function placesRun(): Promise<string[]> {
  const sources = await readFiles('{server,client}/test/**/*.ts')
  return sources.flatMap(([, text]) => [...text.matchAll(/readRecipes\('([^']+)'\)/g)].map(([, place]) => place!))
}

const placesOf = ({ page, heading }: Recipe): string[] => [page, `${page}#${heading}`]

/** Returns the names of recipes that no test runs and that `recipesNotRun` does not list. */
const notRun = (recipes: Recipe[], places: string[]): string[] =>
  recipes
    .filter((recipe) => !placesOf(recipe).some((place) => places.includes(place)) && !(recipe.name in recipesNotRun))
    .map(({ name }) => name)

const isIgnored = (name: string): boolean => ignoredFolders.has(basename(name))

async function readFiles(pattern: string): Promise<[name: string, text: string][]> {
  const names: string[] = []
  for await (const name of glob(pattern, { cwd: checkout, exclude: isIgnored })) names.push(name)
  return Promise.all(names.map(async (name) => [name, await readFile(join(checkout, name), 'utf8')]))
}

/** Finds inline links, images and link definitions, except URLs with a scheme. */
function linksOf(from: string, text: string): Reference[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, definition]) => (inline ?? definition)!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path, anchor] = target.split('#')
      return { from, to: path === '' ? from : relative('.', join(dirname(from), path!)), anchor }
    })
}

/** Finds citations of documents, such as `docs/contract.md#4.1`. */
function citationsOf(from: string, text: string): Reference[] {
  return [...text.matchAll(/(?<![\w./-])(docs\/[\w/-]+\.md)(?:#([\w.-]*\w))?/g)].map(([, to, anchor]) => {
    return { from, to: to!, anchor }
  })
}

async function unresolved(references: Reference[]): Promise<Reference[]> {
  const anchors = new Map<string, Set<string>>()
  const missing: Reference[] = []
  for (const reference of references) {
    const { to, anchor } = reference
    if (!existsSync(join(checkout, to))) missing.push(reference)
    else if (anchor !== undefined) {
      if (!anchors.has(to)) anchors.set(to, anchorsOf(await readFile(join(checkout, to), 'utf8')))
      if (!anchors.get(to)!.has(anchor)) missing.push(reference)
    }
  }
  return missing
}

/** Returns the anchors that GitHub generates for headings, and the anchors written as `<a id="…">`. */
function anchorsOf(text: string): Set<string> {
  const prose = withoutCodeBlocks(text)
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title]) => slugOf(title!))
  const explicit = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)
  return new Set([...headings, ...explicit])
}

function slugOf(title: string): string {
  return title
    .replaceAll(/<[^>]+>|\]\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^( *|> )```[\s\S]*?^\1```$/gm, '')
}

function withoutCode(text: string): string {
  return withoutCodeBlocks(text).replaceAll(/`[^`\n]*`/g, '')
}
