import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Snippet {
  /** Text of the nearest heading above the code block. */
  heading: string
  language: string
  text: string
}

/** A block of shell commands. */
export interface Recipe extends Snippet {
  page: string
  /** Path of the page, and first line of the block without the comment at the end of the line. */
  name: string
}

/** Names of the recipes that no spec runs, with the reason. */
export const recipesNotRun: Record<string, string> = {
  'README.md: npm ci && npm run demo': 'installs every package; published-package.test.ts compares the printed lines',
  'README.md: npm ci && npm test': 'installs every package and runs every test, as .ci/run does',
  'CONTRIBUTING.md: npm ci': 'installs every package, and serves the console from its sources until Ctrl+C',
  'CONTRIBUTING.md: npm test': 'runs every test',
  'CONTRIBUTING.md: npm run check': 'checks the whole repository, and installs software as root',
  'acceptance/README.md: ACCEPTANCE_BASE_URL=https://incidents.example.com/api/v1 \\':
    'runs every acceptance spec on a server that does not exist',
  'acceptance/README.md: npx vitest run --project acceptance-through-client': 'runs most acceptance specs',
  'docs/command-line.md: git clone <address of this repository> tocsin && cd tocsin && npm ci':
    'installs every package',
}

const checkout = join(import.meta.dirname, '../../..')

/**
 * Reads the recipes of a page, without those in `recipesNotRun`. Call this function with a literal: documents.test.ts
 * looks for these literals to find recipes that no spec reads.
 * @param place path of the page in the repository. With `#` and the text of a heading behind it, only the recipes below
 *   this heading are read.
 */
export async function readRecipes(place: string): Promise<Recipe[]> {
  const [page, heading] = place.split('#') as [string, string?]
  const recipes = recipesIn(page, await readFile(join(checkout, page), 'utf8'))
  return recipes.filter((recipe) => !(recipe.name in recipesNotRun) && (heading ?? recipe.heading) === recipe.heading)
}

export function recipesIn(page: string, markdown: string): Recipe[] {
  return readSnippets(markdown)
    .filter(({ language, text }) => /^(sh|bash|zsh|shell|console)\b/.test(language) || /^\$ /m.test(text))
    .map((snippet) => ({ ...snippet, page, name: `${page}: ${firstCommand(snippet.text)}` }))
}

const firstCommand = (text: string): string => text.split('\n', 1)[0]!.replace(/ +#.*/, '')

/** Finds the fenced code blocks of a Markdown page, including those in lists (indented) and in quotes. */
export function readSnippets(markdown: string): Snippet[] {
  const found: Snippet[] = []
  let heading = ''
  const pattern = /^#+ (.+)$|^(> |[ ]*)```([^\n`]*)\n([\s\S]*?)^\2```$/gm
  for (const [, title, indent = '', language, content] of markdown.matchAll(pattern)) {
    if (title !== undefined) heading = title
    else
      found.push({ heading, language: language!, text: content!.replaceAll(`\n${indent}`, '\n').slice(indent.length) })
  }
  return found
}
