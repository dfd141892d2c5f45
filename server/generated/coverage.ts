import { readdir, readFile } from 'node:fs/promises'

const repository = new URL('../../', import.meta.url)

const head = `# Coverage of the contract

Clauses of [the contract](../docs/contract.md) and the specs that check each clause, with the number of test titles in
each spec. This page is made from \`docs/contract.md\` and the specs by \`npm run generate\`.

| Clause | Specs |
| --- | --- |
`

interface Clause {
  /** Number of the clause, such as `4.2`. */
  id: string
  /**
   * Heading of the clause. For a clause without a heading, a text with the number of the clause, such as `2.1 rule 3`.
   */
  title: string
  specs: Set<string>
}

/**
 * Returns the text of `acceptance/coverage.md`: a table with one row for each clause of the contract that has specs.
 * @throws Error when the contract names no spec for an operation, or when a spec proves no clause.
 */
export async function printCoverage(): Promise<string> {
  const contract = await readFile(new URL('docs/contract.md', repository), 'utf8')
  const files = new Map(
    [...contract.matchAll(/^\[([\w-]+)\]: \.\.\/acceptance\/(\S+)$/gm)].map(([, name, file]) => [name!, file!]),
  )
  const clauses = clausesOf(contract)
  await checkComplete(clauses, contract, files)
  const counts = new Map<string, number>()
  for (const [name, file] of files) counts.set(name, await countTitles(file))
  const cell = (name: string) =>
    `[${files.get(name)!.replace('.test.ts', '')}](${files.get(name)}) (${counts.get(name)})`
  const rows = clauses
    .filter(({ specs }) => specs.size > 0)
    .map(({ id, title, specs }) => `| [${title}](../docs/contract.md#${id}) | ${[...specs].map(cell).join(', ')} |`)
  return `${head}${rows.join('\n')}\n`
}

function clausesOf(contract: string): Clause[] {
  const parts = contract.split(/^(?=.*<a id="[\d.]+">)/m).slice(1)
  const clauses = parts.map((text) => {
    const [, heading, id, line] = /^(#*).*?<a id="([\d.]+)"><\/a>(.*)/.exec(text)!
    const title = heading ? line!.trim() : id!.replace(/^2\.1\.(\d)$/, '2.1 rule $1')
    return { id: id!, title, text, specs: new Set<string>() }
  })
  const byId = new Map(clauses.map((clause) => [clause.id, clause]))
  for (const { id, text } of clauses) {
    const [, proof = ''] = text.split('**Proved by**')
    // A spec proves the clause whose text names the spec. If the name is followed by clause numbers in parentheses, the
    // spec proves the clauses with these numbers instead.
    for (const [, spec, numbers] of proof.matchAll(/\[[\w-]+\]\[([\w-]+)\](?:\s\(([\d., ]+)\))?/g)) {
      for (const proved of numbers?.split(', ') ?? [id]) byId.get(proved)!.specs.add(spec!)
    }
  }
  return clauses
}

async function checkComplete(clauses: Clause[], contract: string, files: Map<string, string>): Promise<void> {
  const unproved = clauses.filter(({ id, specs }) => /^4\.\d/.test(id) && specs.size === 0).map(({ title }) => title)
  const specs = (await readdir(new URL('acceptance/', repository))).filter((name) => name.endsWith('.test.ts'))
  const unused = specs.filter(
    (file) => ![...files].some(([name, linked]) => linked === file && contract.includes(`][${name}]`)),
  )
  if (unproved.length + unused.length === 0) return
  throw new Error(`docs/contract.md names no spec for: ${unproved.join(', ')}; and no clause for: ${unused.join(', ')}`)
}

const countTitles = async (file: string): Promise<number> =>
  [...(await readFile(new URL(`acceptance/${file}`, repository), 'utf8')).matchAll(/^\s*test(?:\.\w+)?\(/gm)].length
