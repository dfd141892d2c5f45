import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFile } from './send-file.ts'

/** Fake XMLHttpRequest without a network. The tests dispatch its events. */
class FakeRequest extends EventTarget {
  static latest: FakeRequest
  readonly upload = new EventTarget()
  isAborted = false
  open = vi.fn<() => void>()
  setRequestHeader = vi.fn<() => void>()
  constructor() {
    super()
    FakeRequest.latest = this
  }
  send(): void {}
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
}

const minuteMs = 60_000
const moved = (loaded: number) => Object.assign(new Event('progress'), { loaded, total: 100, lengthComputable: true })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('sendFile waits without limit for an upload that makes progress, and leaves no timer running', async () => {
  const shares: number[] = []
  const sending = sendFile('/media', new Blob(), { onProgress: (share) => shares.push(share) })
  for (const loaded of [20, 40, 60, 80, 100]) {
    await vi.advanceTimersByTimeAsync(minuteMs - 1)
    FakeRequest.latest.upload.dispatchEvent(moved(loaded))
  }
  await vi.advanceTimersByTimeAsync(minuteMs - 1)
  FakeRequest.latest.dispatchEvent(moved(100))
  await vi.advanceTimersByTimeAsync(minuteMs - 1)
  FakeRequest.latest.dispatchEvent(new Event('load'))
  expect(await sending).toBe(FakeRequest.latest)
  expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1])
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['never starts', []],
  ['stalls', [20, 40]],
])('sendFile throws a no_answer problem after one minute if an upload %s, and aborts the upload', async (_, loaded) => {
  const sending = sendFile('/media', new Blob(), {}).catch((thrown) => thrown)
  for (const each of loaded) FakeRequest.latest.upload.dispatchEvent(moved(each))
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(await sending).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
  expect(FakeRequest.latest.isAborted).toBe(true)
})

test('an aborted upload rejects with the reason of its abort signal', async () => {
  const aborting = new AbortController()
  const sending = sendFile('/media', new Blob(), { signal: aborting.signal }).catch((thrown) => thrown)
  aborting.abort('no longer wanted')
  expect(await sending).toBe('no longer wanted')
  expect(FakeRequest.latest.isAborted).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['network', 'the connection breaks', new File(['a'], 'one.jpg')],
  ['file_unreadable', 'the browser cannot read the file', unreadable('one.jpg')],
])('sendFile throws a %s problem if %s', async (code, _, file) => {
  const form = new FormData()
  form.append('message', 'door')
  form.append('file', file)
  const sending = sendFile('/media', form, {}).catch((thrown) => thrown)
  FakeRequest.latest.dispatchEvent(new Event('error'))
  expect(await sending).toMatchObject({ name: 'ApiProblem', code })
})

const lost = Object.assign(new Blob(), {
  arrayBuffer: () => Promise.reject(new DOMException('lost', 'NotReadableError')),
})

/** Makes a file that the browser cannot read. */
function unreadable(name: string): File {
  return Object.assign(new File(['a'], name), { slice: () => lost })
}
