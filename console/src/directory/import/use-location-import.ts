import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importLocations, type ImportProgress } from './import-locations.ts'

/** Runs one location import at a time and reports its progress. Unmounting the component cancels a running import. */
export function useLocationImport() {
  const queryClient = useQueryClient()
  const controller = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<ImportProgress>()
  const [stopped, setStopped] = useState(false)
  useEffect(() => () => controller.current?.abort(), [])

  const running = useMutation({
    mutationFn(file: File) {
      controller.current = new AbortController()
      return importLocations(file, { onProgress: setProgress, signal: controller.current.signal })
    },
    // Reload the lists even if the import failed or was cancelled, because some lines may be stored.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['directory'] }),
  })

  return {
    start(file: File) {
      setProgress(undefined)
      setStopped(false)
      running.mutate(file)
    },
    stop() {
      setStopped(true)
      controller.current?.abort()
    },
    reset() {
      setStopped(false)
      running.reset()
    },
    file: running.variables,
    progress,
    isRunning: running.isPending,
    isStopped: stopped && running.isError,
    error: stopped ? null : running.error,
    report: running.data,
  }
}
