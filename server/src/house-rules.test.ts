import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Root of the repository. This test checks rules of docs/style.md and docs/glossary.md in every workspace. */
const repository = fileURLToPath(new URL('../../', import.meta.url))
const workspaces = ['acceptance', 'bench', 'client', 'console', 'contract', 'demo', 'server']
/** Files that are not checked: generated files, and this file, which contains violations as test data. */
const uncounted = /(^|\/)(node_modules|dist|generated)\/|house-rules\.test\.ts$/
const sources = (await Promise.all(workspaces.map(readWorkspace))).flat()

async function readWorkspace(workspace: string) {
  const entries = await readdir(`${repository}${workspace}`, { recursive: true })
  const names = entries.filter((name) => /\.tsx?$/.test(name) && !uncounted.test(name))
  return Promise.all(
    names.map(async (name) => ({
      name: `${workspace}/${name}`,
      text: await readFile(`${repository}${workspace}/${name}`, 'utf8'),
    })),
  )
}

const riddleWords = 'What|Whether|Where|How|Of|Who|Whose|Whoever|Whatever|Why|Which|As|When|So|That|Everything|Such'

/** Returns the beginning of each docstring and test title that starts with one of the `riddleWords`. */
function riddlesIn(text: string): string[] {
  const docstrings = text.matchAll(new RegExp(String.raw`/\*\*\s*(?:\*\s*)?((?:${riddleWords})\b[^\n]*)`, 'g'))
  const titles = text.matchAll(
    new RegExp(
      String.raw`(?:\b(?:test|describe)(?:\.each\([^)]*\))?|\]\))\(\s*['"\x60]((?:${riddleWords})\b[^'"\x60\n]*)`,
      'gi',
    ),
  )
  return [...docstrings, ...titles].map(([, opening]) => opening!)
}

const oldWords = new Set(
  (
    'judge judges judged judgement fault faults refusal refusals standing told tell tells telling whoever ' +
    'prioritize prioritizes prioritized settle settles settled entrance'
  ).split(' '),
)

/** Returns the declared names that contain a word that the glossary replaces by another word. */
function oldNamesIn(text: string): string[] {
  const declared = text.matchAll(/\b(?:function\*?|const|let|class|interface|type)\s+(\w+)/g)
  return [...declared].map(([, name]) => name!).filter((name) => wordsOf(name).some((word) => oldWords.has(word)))
}

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase())

const filesWith = (find: (text: string) => string[]): string[] =>
  sources.flatMap(({ name, text }) => find(text).map((found) => `${name}: ${found}`))

test('no docstring and no test title opens with a word such as "what" or "whether"', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(filesWith(riddlesIn)).toEqual([])
})

test('no declared name contains a word that the glossary replaces', () => {
  expect(filesWith(oldNamesIn)).toEqual([])
})

test('no file is named with a word that the glossary replaces', () => {
  const fileNames = sources.map(({ name }) => name)
  expect(fileNames.filter((name) => wordsOf(name).some((word) => oldWords.has(word)))).toEqual([])
})

const counted = sources.filter(
  ({ name }) => /^(client|console|server)\/src\//.test(name) && !name.endsWith('.test.ts') && !name.includes('/texts/'),
)

test('no file of the client, console or server has more than 210 lines, and half of the files have at most 45', () => {
  const lengths = counted.map(({ name, text }) => ({ name, lines: text.split('\n').length - 1 }))
  expect(lengths.filter(({ lines }) => lines > 210)).toEqual([])
  const sorted = lengths.map(({ lines }) => lines).toSorted((one, other) => one - other)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(45)
})

test('no folder of the client, console or server directly contains more than 20 files', () => {
  const folders = Map.groupBy(counted, ({ name }) => name.slice(0, name.lastIndexOf('/')))
  expect([...folders].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([])
})

const docstring = (text: string): string => ['/**', text, '*/'].join(' ')

test.each([
  [docstring('How often a minute the key may ask.'), ['How often a minute the key may ask. */']],
  [docstring('\n * Whether the port is free.\n'), ['Whether the port is free.']],
  [`test('of two files, the second is rejected', () => {`, ['of two files, the second is rejected']],
  [`test.each(names)('what %s means', () => {`, ['what %s means']],
  [`])('of %s is put right', async () => {`, ['of %s is put right']],
  [docstring('Howard Street is a location.'), []],
  [`test('rejects a second file', () => {`, []],
])('riddlesIn returns for the code %j the rejected openings %j', (text, riddles) => {
  expect(riddlesIn(text)).toEqual(riddles)
})

test.each([
  ['const toldAbout = 1', ['toldAbout']],
  ['function judge() {}', ['judge']],
  ['interface ImportRefusal {}', ['ImportRefusal']],
  ['const defaultValue = withStandings()', []],
])('oldNamesIn returns for the code %j the rejected names %j', (text, names) => {
  expect(oldNamesIn(text)).toEqual(names)
})
