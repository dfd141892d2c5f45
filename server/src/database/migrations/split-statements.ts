/**
 * Splits the text of a migration into its statements, because a cluster accepts only one statement in a query. A
 * statement ends with a semicolon at the end of a line. Semicolons between two `$$`, in the body of a function, do not
 * end the statement.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let open = ''
  for (const line of text.trimEnd().split('\n')) {
    open += `${line}\n`
    const isInBody = open.split('$$').length % 2 === 0
    if (!line.endsWith(';') || line.startsWith('--') || isInBody) continue
    statements.push(open)
    open = ''
  }
  if (open !== '') throw new Error('A migration must end with a semicolon.')
  return statements
}
