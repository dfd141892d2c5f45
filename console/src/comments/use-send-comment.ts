import { useMutation } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { StaffComment } from '@tocsin/contract/timeline.ts'
import { useRef, useState } from 'react'
import { randomUuid } from '../api/random-uuid.ts'
import { upload } from '../api/upload.ts'
import { useRefresh } from './queries.ts'

interface Writing {
  message: string
  files: readonly File[]
}

/** Sends a Comment with its files, once however often it is tried, and tells how far it is. */
export function useSendComment(incidentId: Uuid, onSent: () => void) {
  const refresh = useRefresh(incidentId)
  const [share, setShare] = useState(0)
  const controller = useRef<AbortController>(undefined)
  const keyed = useRef<Writing & { key: string }>(undefined)

  const send = useMutation({
    mutationFn(writing: Writing) {
      setShare(0)
      controller.current = new AbortController()
      const form = new FormData()
      form.append('message', writing.message)
      for (const file of writing.files) form.append('files', file)
      return upload<StaffComment>(`/incidents/${incidentId}/comments`, form, {
        onProgress: setShare,
        signal: controller.current.signal,
        headers: { 'idempotency-key': keyOf(writing) },
      })
    },
    async onSuccess() {
      keyed.current = undefined
      onSent()
      await refresh()
    },
  })

  /** A retry of the same writing carries the same key; another writing is another Comment. */
  function keyOf({ message, files }: Writing): string {
    const before = keyed.current
    if (before?.message !== message || before.files !== files) keyed.current = { message, files, key: randomUuid() }
    return keyed.current!.key
  }

  return { send, share, cancel: () => controller.current?.abort() }
}
