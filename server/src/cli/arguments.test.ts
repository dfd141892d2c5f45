import { InvalidArgumentError } from 'commander'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  collect,
  readCount,
  readDurationMs,
  readEmail,
  readFuture,
  readName,
  readNewFile,
  readPort,
  readRevision,
} from './arguments.ts'

const expectRejected = (read: (text: string) => unknown, texts: string[]) => {
  for (const text of texts) expect(() => read(text)).toThrow(InvalidArgumentError)
}

test('readDurationMs reads 0 or a number with the unit m, h or d, and rejects any other text', () => {
  const units = { m: 60_000, h: 3_600_000, d: 86_400_000 }
  fc.assert(
    fc.property(fc.nat(99_999), fc.constantFrom<keyof typeof units>('m', 'h', 'd'), (count, unit) => {
      expect(readDurationMs(`${count}${unit}`)).toBe(count * units[unit])
    }),
  )
  expect(readDurationMs('0')).toBe(0)
  expectRejected(readDurationMs, ['', '1', '1s', '-1h', '1.5h', 'h', '1h2m', '100000d'])
})

test('readFuture reads a point in time or a duration from now, and rejects times that are not in the future', () => {
  expect(readFuture('2999-01-31T12:00:00+01:00')).toBe('2999-01-31T11:00:00.000Z')
  expect(Date.parse(readFuture('2h')) - Date.now()).toBeCloseTo(7_200_000, -3)
  expectRejected(readFuture, ['0d', '2020-01-01T00:00:00Z', 'tomorrow', '2999-02-30T00:00:00Z', ''])
})

test('readNewFile rejects the path -, but accepts ./-', () => {
  expectRejected(readNewFile, ['-'])
  expect(readNewFile('./-')).toBe('./-')
})

describe('the other parsers of arguments', () => {
  test('parsers of arguments accept only valid ports, counts, revisions, names and e-mail addresses', () => {
    expect([readPort('0'), readPort('65535')]).toEqual([0, 65_535])
    expectRejected(readPort, ['65536', '-1', '80 ', '1e3', '', '0x50'])
    expect(readCount('1')).toBe(1)
    expectRejected(readCount, ['0', '-5', '99999999999'])
    expect(() => readCount('99999999999')).toThrow('Write a whole number from 1 to 999999999.')
    expect(readRevision('12')).toBe(12)
    expectRejected(readRevision, ['0', '01', '1.0', 'latest'])
    expect(readName(' Harbour ')).toBe(' Harbour ')
    expect(readName('😀'.repeat(250))).toHaveLength(500)
    expectRejected(readName, ['', ' \t', 'a'.repeat(251)])
    expect(readEmail('maren.holt@example.com')).toBe('maren.holt@example.com')
    expectRejected(readEmail, ['maren', '@example.com', 'maren@', 'ma ren@example.com', 'a@b@c'])
  })

  test('collect returns all values of an option that is given several times', () => {
    expect(['a', 'b'].reduce<string[] | undefined>((all, value) => collect(value, all), undefined)).toEqual(['a', 'b'])
  })
})
