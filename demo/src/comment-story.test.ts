import { expect, test } from 'vitest'
import { commentStory } from './comment-story.ts'
import { randomFrom } from './random.ts'

test('no incident has the same comment twice', () => {
  const history = { id: 'incident', createdAt: '2026-06-01T12:00:00.000Z', assigneeId: null }
  const nowMs = Date.parse('2026-06-05T12:00:00.000Z')
  const lengths = Array.from({ length: 200 }, (_, seed) => {
    const messages = commentStory(randomFrom(seed), history, 'Bottle return', ['user'], nowMs).map((one) => one.message)
    expect(new Set(messages).size).toBe(messages.length)
    return messages.length
  })
  expect(Math.max(...lengths)).toBe(4)
})
