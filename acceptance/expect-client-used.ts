import { afterAll, expect } from 'vitest'
import { callsThroughClient } from './client.ts'

/** A file of specs that never reaches the SDK would prove nothing of it. */
afterAll(() => expect(callsThroughClient(), 'requests that went through the SDK').toBeGreaterThan(0))
