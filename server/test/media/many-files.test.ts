import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeMedia } from '../../src/media/describe.ts'
import { attachFile } from '../support/attach-file.ts'
import { newIncident, startTestServer } from '../support/harness.ts'

const { newOrganization } = await startTestServer()

test('the server handles other requests while it signs the URLs of 2,000 files of an incident', async () => {
  const { call, scope, signIn } = await newOrganization()
  const staff = await signIn('member')
  const { id: incidentId } = await newIncident(call)
  await attachFile(staff.call, incidentId, new File(['x'], 'x.txt'))
  const { rows } = await sql<{ id: string }>`
    insert into media (
      organization_id, id, incident_id, created_by, created_at, size_bytes, sha256, has_thumbnail, thumbnail_attempts,
      file_name, content_type
    )
    select organization_id, gen_random_uuid(), incident_id, created_by, created_at, size_bytes, sha256, has_thumbnail,
      thumbnail_attempts, file_name, content_type
    from media, generate_series(1, 2000)
    where organization_id = ${scope.organizationId} returning id`.execute(scope.database)

  let iterations = 0
  let immediate = setImmediate(function countIteration() {
    iterations += 1
    immediate = setImmediate(countIteration)
  })
  const iterationsAtUrls = new Set<number>()
  const ids = rows.map(({ id }) => id)
  const described = await describeMedia(scope, ids, async () => {
    iterationsAtUrls.add(iterations)
    return { downloadUrl: '', thumbnailDownloadUrl: null }
  })
  clearImmediate(immediate)
  expect(described.map(({ id }) => id)).toEqual(ids)
  expect(iterationsAtUrls.size).toBeGreaterThanOrEqual(100)
})
