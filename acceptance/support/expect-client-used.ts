import { afterAll } from 'vitest'
import { callsThroughClient } from './client.ts'

/** A file of specs that never reaches the SDK would prove nothing of it. */
afterAll(() => {
  if (callsThroughClient() === 0) throw new Error('no request of these specs went through the SDK')
})
