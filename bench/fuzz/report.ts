import type { FuzzOptions } from './attack-route.ts'
import type { Finding } from './measure.ts'

export interface ReportedFinding extends Finding {
  route: string
  /** `yes` if the request was sent with a valid API key or session. */
  signedIn: 'yes' | 'no'
  attack: string
  status: number
}

/** Formats the findings as a Markdown table. Each row contains the command that repeats the attack. */
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
