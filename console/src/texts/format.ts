import type { Instant } from '@tocsin/contract/scalars.ts'
import { locale } from './locale.ts'
import { isKnownTimeZone, timeZone } from './time-zone.ts'

const numbers = new Intl.NumberFormat(locale)
const dates = formatIn({ dateStyle: 'medium' })
const seconds = formatIn({ dateStyle: 'medium', timeStyle: 'medium' })
const instants = formatIn({ dateStyle: 'medium', timeStyle: 'short' })
// Use numbers such as "1 day ago" instead of "yesterday", which means a calendar day: 40 hours ago may be the day
// before yesterday.
const ages = new Intl.RelativeTimeFormat(locale, { style: 'long' })
const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')

/**
 * Makes a function that formats instants in the time zone of the console. Caches the formatters, because making one is
 * slow.
 */
function formatIn(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (instant) => {
    const zone = timeZone()
    const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    formatters.set(zone, formatter)
    return formatter.format(new Date(instant))
  }
}

/** Formats the time of day in a time zone, such as “20:26”. Returns undefined if the browser does not know the zone. */
export const formatTimeIn = (zone: string, atMs: number = Date.now()): string | undefined =>
  isKnownTimeZone(zone)
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(atMs)
    : undefined

export const formatNumber = (value: number): string => numbers.format(value)

/** Formats the day of an instant, such as “21 Nov 2026”. */
export const formatDate = dates

/** Formats day and minute of an instant, such as “21 Nov 2026, 20:26”. */
export const formatInstant = instants

/** Formats an instant down to the second, such as “21 Nov 2026, 20:26:05”. */
export const formatSecond = seconds

/** Formats a duration: below one second in milliseconds, otherwise in seconds, such as “35 ms” or “2.4 sec”. */
export const formatDuration = (durationMs: number): string =>
  durationMs < 1000
    ? new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(durationMs)
    : new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(
        durationMs / 1000,
      )

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/**
 * Formats the time since or until an instant in the largest unit that fits, such as “3 hours ago”, “in 2 days”, “now”.
 */
export function formatAge(instant: Instant, nowMs: number = Date.now()): string {
  const sinceMs = Date.parse(instant) - nowMs
  const step = steps.find(([, ms]) => Math.abs(sinceMs) >= ms)
  return step ? ages.format(Math.trunc(sinceMs / step[1]), step[0]) : now
}

const fileUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a file size in decimal units as file managers do, such as “820 bytes” or “1.4 MB”. */
export function formatFileSize(sizeBytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(sizeBytes, 1)) / 3), fileUnits.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: fileUnits[power]!,
    // Use the long form for bytes, because only this form distinguishes the singular “byte” from the plural “bytes”.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(sizeBytes / 1000 ** power)
}

/**
 * Formats a share as a percentage, such as “42 %”.
 * @param share number from 0 to 1.
 */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)
