import { problems, violations, type ProblemEntry } from '@tocsin/contract/api/problem.ts'
import { sharedProblems } from '@tocsin/contract/api/shared-problem.ts'

const head = `# Problems

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable: write code against it, and show \`detail\` to
people. \`errors\` names every violation at once, each with a JSON Pointer into the body or the name of a parameter.

\`\`\`json
{
  "type": "urn:tocsin:problem:invalid_incident",
  "title": "${sharedProblems.invalid_incident.title}",
  "status": 400,
  "detail": "name must be at most 250 characters long.",
  "code": "invalid_incident",
  "requestId": "3c8e1f52-7b2f-4e11-b0c9-0c4d8f6e2a15",
  "errors": [{ "pointer": "/name", "code": "too_long", "message": "name must be at most 250 characters long." }],
  "creationConfigVersion": 2
}
\`\`\`

This page is made from \`contract/src/api/problem.ts\` and what it imports.

## Codes

`

/** Returns the text of `docs/problems.md`: a section for each problem code, and a table row for each violation code. */
export function printProblems(): string {
  const ofConsole = Object.entries(problems).filter(([code]) => !(code in sharedProblems))
  const rows = Object.entries(violations).map(([code, meaning]) => `| \`${code}\` | ${meaning} |\n`)
  return `${head}${sectionsOf(Object.entries(sharedProblems))}
## Codes of the console and the metrics

Only \`/metrics\` and the paths below \`/api/console\` answer with these codes.

${sectionsOf(ofConsole)}\n## Codes of the entries in \`errors\`\n\n| code | meaning |\n| --- | --- |\n${rows.join('')}`
}

const sectionsOf = (entries: [string, ProblemEntry][]): string =>
  entries
    .map(([code, { status, title, documentation }]) => `### ${code}\n\n**${status}** · ${title}.\n\n${documentation}\n`)
    .join('\n')
