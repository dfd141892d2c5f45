import type { FuzzOptions } from './attack-route.ts'
import type { Finding } from './measure.ts'

export interface ReportedFinding extends Finding {
  route: string
  /** `yes`: with a valid key or session. */
  signedIn: 'yes' | 'no'
  attack: string
  status: number
}

/** The table of findings, each with the command that sends its request again. */
export function printFindings(findings: ReportedFinding[], { seed, count }: FuzzOptions): string {
  if (findings.length === 0) return 'No finding.'
  const lines = findings.map(({ kind, value, route, signedIn, attack, status }) => {
    const command = `npm run fuzz -- --seed ${seed} --count ${count} --route '${route}' --attack '${attack.replaceAll("'", String.raw`'\''`)}'`
    return `| ${kind} | ${value} | ${status} | ${signedIn} | \`${command}\` |`
  })
  return ['| finding | least | status | signed in | repeat with |', '| --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  )
}
