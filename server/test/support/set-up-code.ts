/** Returns the code for the set-up page from the log of a server process. */
export function setUpCodeIn(log: string[]): string {
  const code = /"setUpCode":"([^"]+)"/.exec(log.join('\n'))?.[1]
  if (code === undefined) throw new Error(`the log has no set-up code:\n${log.join('\n')}`)
  return code
}
