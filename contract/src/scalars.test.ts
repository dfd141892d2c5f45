import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUuid, parseInstant } from './scalars.ts'

describe('parseInstant', () => {
  test.each([
    ['2026-03-01T08:30:00Z', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01t08:30:00z', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01 08:30:00Z', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30:00.5Z', '2026-03-01T08:30:00.500Z'],
    ['2026-03-01T08:30:00.12+02:00', '2026-03-01T06:30:00.120Z'],
    ['2026-03-01T08:30:00-00:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T23:30:00-05:45', '2026-03-02T05:15:00.000Z'],
    ['2026-03-01T12:00:00+23:59', '2026-02-28T12:01:00.000Z'],
    ['2026-03-01T12:00:00-23:59', '2026-03-02T11:59:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('parseInstant reads the text %s as the instant %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    ['2026-03-01T08:30:00.999999999Z', '2026-03-01T08:30:00.999Z'],
    ['2026-03-01T08:30:00.0009Z', '2026-03-01T08:30:00.000Z'],
    ['2026-12-31T23:59:59.9999999999999999999999999999999999999999-01:00', '2027-01-01T00:59:59.999Z'],
  ])('parseInstant cuts off the digits of %s that are finer than a millisecond', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each(['2024-02-29', '2000-02-29', '0004-02-29', '2400-02-29'])('parseInstant accepts the leap day %s', (day) => {
    expect(parseInstant(`${day}T00:00:00Z`)).toBe(`${day}T00:00:00.000Z`)
  })

  test.each([
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
  ])('parseInstant rejects the day %s, which does not exist', (day) => {
    expect(parseInstant(`${day}T00:00:00Z`)).toBeUndefined()
  })

  test.each(['24:00:00', '24:00:01', '23:60:00', '23:59:60', '99:00:00'])(
    'parseInstant rejects the time %s, which does not exist',
    (time) => {
      expect(parseInstant(`2016-12-31T${time}Z`)).toBeUndefined()
    },
  )

  test.each(['+24:00', '-24:00', '+00:60', '+1:00', '+0100', '+01', ''])(
    'parseInstant rejects a date-time with the invalid UTC offset "%s"',
    (offset) => {
      expect(parseInstant(`2026-03-01T08:30:00${offset}`)).toBeUndefined()
    },
  )

  test.each([
    ['0000-06-01T00:00:00Z', undefined],
    ['0001-01-01T00:00:00+00:01', undefined],
    ['0000-12-31T23:59:00-00:01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:00-00:01', undefined],
    ['9999-12-31T23:59:59+00:01', '9999-12-31T23:58:59.000Z'],
  ])('parseInstant converts %s to UTC before it checks that the year is 0001 to 9999', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    '2026-03-01',
    '2026-03-01T08:30Z',
    '2026-03-01T08:30:00.Z',
    '2026-03-01T08:30:00,5Z',
    '2026-03-01T08:30:00ZZ',
    ' 2026-03-01T08:30:00Z',
    '2026-03-01T08:30:00Z\n',
    '2026-03-01  08:30:00Z',
    '+002026-03-01T08:30:00Z',
    '٢٠٢٦-03-01T08:30:00Z',
    'now',
    '',
  ])('parseInstant rejects "%s", which is not a date-time', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test('parseInstant returns the same instant for every UTC offset of a time, and for its own output', () => {
    const wholeMinutes = fc.integer({ min: -1439, max: 1439 })
    fc.assert(
      fc.property(instants, wholeMinutes, (date, offsetMinutes) => {
        expect(parseInstant(withOffset(date, offsetMinutes))).toBe(date.toISOString())
        expect(parseInstant(date.toISOString())).toBe(date.toISOString())
      }),
    )
  })
})

test.each([
  ['01890A5D-AC96-774B-BCCE-B302099A8057', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057', false],
  ['01890a5dac96774bbcceb302099a8057', false],
  ['01890a5d-ac96-774b-bcce-b302099a8057\n', false],
])('isUuid("%s") returns %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})

// Generates instants at least one day inside the years 0001 to 9999, so that no UTC offset moves them out of these
// years.
const instants = fc.date({
  min: new Date('0001-01-02T00:00:00.000Z'),
  max: new Date('9999-12-30T23:59:59.999Z'),
  noInvalidDate: true,
})

function withOffset(date: Date, offsetMinutes: number): string {
  const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1)
  const minutes = Math.abs(offsetMinutes)
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
