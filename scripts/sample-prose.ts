import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'

const { seed, count } = new Command('sample-prose')
  .description('print random docstrings, comments, test titles and paragraphs of documents, to be read without context')
  .option('--seed <text>', 'seed of the sample; the same commit and seed print the same sample', '0')
  .option('--count <number>', 'number of texts', Number, 40)
  .parse()
  .opts<{ seed: string; count: number }>()

const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
const commit = git('rev-parse', 'HEAD')
const files = git('ls-files').split('\n')

const pieces = [
  ...files.filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/')).flatMap(proseOfCode),
  ...files
    .filter((name) => name.endsWith('.md') && !/^(docs\/problems|acceptance\/coverage)\.md$/.test(name))
    .flatMap(paragraphs),
]
const drawn = pieces
  .map((piece) => ({ piece, order: createHash('sha256').update(`${commit} ${seed} ${piece}`).digest('hex') }))
  .toSorted((one, other) => (one.order < other.order ? -1 : 1))
  .slice(0, count)
drawn.forEach(({ piece }, index) => process.stdout.write(`${index + 1}. ${piece}\n\n`))

function proseOfCode(name: string): string[] {
  const text = readFileSync(name, 'utf8')
  const docstrings = [...text.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\/\n(.*)/gm)].map(
    ([, prose, line]) => `${prose!.replaceAll(/\n\s*\*/g, '\n ').trim()}\n   ↳ ${line!.trim()}`,
  )
  const comments = [...text.matchAll(/((?:^[ \t]*\/\/ .*\n)+)(.*)/gm)].map(
    ([, prose, line]) => `${prose!.replaceAll(/^\s*\/\/ /gm, '').trim()}\n   ↳ ${line!.trim()}`,
  )
  // The table of `test.each` may end on a line of its own.
  const titles = [
    ...text.matchAll(/^[ \t]*(?:test|\S.*?\)|\]?\))\(\s*(['"`])(.+?)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?\(/gm),
  ].map(([, , title]) => `test: ${title}`)
  return [...docstrings, ...comments, ...titles].map((prose) => `[${name}] ${prose}`)
}

function paragraphs(name: string): string[] {
  const prose = readFileSync(name, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
  return prose
    .split(/\n\s*\n/)
    .filter((paragraph) => /\w+ \w+ \w+ \w+/.test(paragraph) && !/^\s*[|#]/.test(paragraph))
    .map((paragraph) => `[${name}] ${paragraph.trim()}`)
}
