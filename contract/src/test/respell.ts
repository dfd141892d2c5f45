import { type Instant, isUuid, parseInstant } from '../scalars.ts'

/**
 * Returns a request body or draft with equal values in another spelling: UUIDs in any case, instants with any offset.
 */
export function respell<Value>(value: Value, variant: number): Value {
  return JSON.parse(JSON.stringify(value), (_, text: unknown) => {
    if (typeof text !== 'string') return text
    if (isUuid(text)) {
      return text.replace(/[a-f]/g, (letter, at) => ((variant >> (at % 16)) & 1 ? letter.toUpperCase() : letter))
    }
    return parseInstant(text) === text ? respellInstant(text, variant) : text
  })
}

function respellInstant(instant: Instant, variant: number): string {
  const oneAndAHalfHours = 5_400_000
  const elsewhere = new Date(Date.parse(instant) + oneAndAHalfHours).toISOString().replace('Z', '+01:30')
  const spellings = [instant, instant.toLowerCase(), instant.replace('Z', '987654321-00:00'), elsewhere]
  return spellings[variant % spellings.length]!
}
