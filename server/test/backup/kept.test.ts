import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyInstallation } from '../../src/backup/verify-installation.ts'
import { startService } from '../../src/main.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { digestOf, newPlace, restoreInto } from '../support/backup-places.ts'
import { apiCallerOf } from '../support/caller.ts'

/**
 * Facts about a stored backup, from the JSON file beside the backup. An earlier version of Tocsin made both files, and
 * they never change. The name of both files is the number of the last migration of that version.
 */
interface BackupFacts {
  key: string
  revokedKey: string
  incidentId: string
  /** SHA-256 of the file that is attached to the incident `incidentId`. */
  sha256: string
  rows: Record<string, number>
  files: number
}

const folder = join(import.meta.dirname, 'kept')
const names = (await readdir(folder)).filter((name) => name.endsWith('.backup'))

describe.each(names)('the stored backup %s', (name) => {
  test('a backup of an earlier version is restored with all rows, files, API keys and revocations of API keys', async () => {
    const facts = JSON.parse(await readFile(join(folder, name.replace('.backup', '.json')), 'utf8')) as BackupFacts
    const place = await newPlace({ isEmbedded: true })
    await restoreInto(place, join(folder, name))

    const { url, service, stop } = await startService(place, pino({ level: 'silent' }))
    onTestFinished(stop)
    const report = await verifyInstallation(service, await openMediaStorage(place), {
      signal: new AbortController().signal,
      advance: () => undefined,
    })
    expect(report).toMatchObject({ rows: facts.rows, files: facts.files, missing: 0, damaged: 0 })

    const call = apiCallerOf(url, facts.key)
    const { body } = await call<IncidentResponse>('GET', `/incidents/${facts.incidentId}`)
    const media = `/download/incidents/${facts.incidentId}/media/${body.mediaIds[0]}/urls`
    const { body: urls } = await call<MediaUrls>('GET', media)
    const file = await fetch(urls.downloadUrl)
    expect(digestOf(await file.bytes())).toBe(facts.sha256)
    const callRevoked = apiCallerOf(url, facts.revokedKey)
    expect((await callRevoked('GET', '/incidents')).status).toBe(401)
  })
})
