import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliveryCursor } from './cursor.ts'

test('a delivery cursor is directly before the first event that is neither delivered nor held back', () => {
  const cursor = new DeliveryCursor(10, [])
  cursor.advance(15, [11, 13, 14])
  cursor.markDelivered(13)
  expect([cursor.position, cursor.deliveredAhead]).toEqual([10, [13]])
  cursor.markDelivered(11)
  expect([cursor.position, cursor.deliveredAhead]).toEqual([13, []])
  cursor.markHeld(14)
  expect(cursor.position).toBe(15)
})

test('a delivery cursor that restarts from its stored position reads every event that is neither delivered nor held back', () => {
  const step = fc.record({ index: fc.nat(), isDelivered: fc.boolean() })
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }), fc.array(step), (events, steps) => {
      const positions = events.toSorted((one, other) => one - other)
      const cursor = new DeliveryCursor(0, [])
      cursor.advance(60, positions)
      const open = new Set(positions)
      for (const { index, isDelivered } of steps) {
        const position = [...open][index % Math.max(open.size, 1)]
        if (position === undefined) break
        open.delete(position)
        if (isDelivered) cursor.markDelivered(position)
        else cursor.markHeld(position)
      }
      const restarted = new DeliveryCursor(cursor.position, cursor.deliveredAhead)
      const again = positions.filter((position) => position > cursor.position && !restarted.isDelivered(position))
      // The cursor may also read events that are held back. The server skips these events, because their incident is
      // held back.
      expect(again).toEqual(expect.arrayContaining([...open]))
      expect([...open].filter((position) => position <= cursor.position)).toEqual([])
      expect(restarted.deliveredAhead.every((position) => position > restarted.position)).toBe(true)
    }),
  )
})
