import { afterAll } from 'vitest'
import { callsThroughClient } from './client.ts'

/** Fails a spec file that sent no request through the SDK, because such a file does not test the SDK. */
const callsBefore = callsThroughClient()
afterAll(() => {
  if (callsThroughClient() === callsBefore) throw new Error('no request of these specs went through the SDK')
})
