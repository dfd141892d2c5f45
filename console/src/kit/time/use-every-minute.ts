import { useSyncExternalStore } from 'react'
import { dayOf } from '../../texts/day.ts'

const minuteMs = 60_000
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Renders the component again every minute and when the page becomes visible. All components share one timer. */
export function useEveryMinute(): void {
  useSyncExternalStore(watch, currentMinute)
}

/** Renders the component again when a new day begins in the time zone of the console. */
export function useEveryDay(): void {
  useSyncExternalStore(watch, today)
}

const today = (): string => dayOf(Date.now())

const currentMinute = (): number => Math.floor(Date.now() / minuteMs)

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    document.addEventListener('visibilitychange', runWhileShown)
    runWhileShown()
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    document.removeEventListener('visibilitychange', runWhileShown)
    clearInterval(timer)
  }
}

function runWhileShown(): void {
  clearInterval(timer)
  if (document.visibilityState !== 'visible') return
  notifyWatchers()
  timer = setInterval(notifyWatchers, minuteMs)
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher()
}
