import { type Instant, isUuid, parseInstant } from '../scalars.ts'

/** The same body or draft as another caller may write it: UUIDs in any case, instants with any offset. */
export function otherwiseWritten<Value>(value: Value, variant: number): Value {
  return JSON.parse(JSON.stringify(value), (_, text: unknown) => {
    if (typeof text !== 'string') return text
    if (isUuid(text)) {
      return text.replace(/[a-f]/g, (letter, at) => ((variant >> (at % 16)) & 1 ? letter.toUpperCase() : letter))
    }
    return parseInstant(text) === text ? otherwiseWrittenInstant(text, variant) : text
  })
}

function otherwiseWrittenInstant(instant: Instant, variant: number): string {
  const oneAndAHalfHours = 5_400_000
  const elsewhere = new Date(Date.parse(instant) + oneAndAHalfHours).toISOString().replace('Z', '+01:30')
  const spellings = [instant, instant.toLowerCase(), instant.replace('Z', '987654321-00:00'), elsewhere]
  return spellings[variant % spellings.length]!
}
