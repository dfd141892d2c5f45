import type { AttachedMedia, StaffComment, Timeline } from '@tocsin/contract/events/timeline.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { findIncident } from '../../src/incidents/queries.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { openStream, type OpenStream } from '../support/live-stream.ts'

const server = await startTestServer()

const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()

/** Creates an incident and opens a stream of live updates for a member of staff. */
async function watchIncident() {
  const organization = await server.newOrganization()
  const staff = await organization.signIn('member')
  const incident = await newIncident(organization.call)
  const stream = await openStream(server.url, staff.cookie)
  onTestFinished(() => stream.close())
  return { ...organization, staff, incident, stream }
}

const made = (stream: OpenStream) =>
  stream.wait('the thumbnail is reported', ({ data }) => data.kind === 'media.thumbnail_made')

const formOf = (name: string) => {
  const form = new FormData()
  form.append(name, new Blob([photo as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  return form
}

test('a stream of live updates reports the new thumbnail of a file of an incident, and lastModifiedAt stays unchanged', async () => {
  const { scope, staff, incident, stream } = await watchIncident()
  await staff.call('POST', `/incidents/${incident.id}/media`, { body: formOf('file') })
  const attached = (await findIncident(scope, incident.id))!
  expect((await made(stream)).data).toMatchObject({ incidentId: incident.id, actorId: staff.user.id })

  expect((await findIncident(scope, incident.id))!.lastModifiedAt).toBe(attached.lastModifiedAt)
  const { body } = await staff.call<{ data: AttachedMedia[] }>('GET', `/incidents/${incident.id}/media`)
  expect(body.data).toMatchObject([{ thumbnailDownloadUrl: expect.any(String) }])
})

test('a stream of live updates reports the new thumbnail of a file of a comment with the id of the incident', async () => {
  const { scope, staff, incident, stream } = await watchIncident()
  await staff.call<StaffComment>('POST', `/incidents/${incident.id}/comments`, { body: formOf('files') })
  const commented = (await findIncident(scope, incident.id))!
  expect((await made(stream)).data).toMatchObject({ incidentId: incident.id })
  expect((await findIncident(scope, incident.id))!.lastModifiedAt).toBe(commented.lastModifiedAt)

  const { body } = await staff.call<Timeline>('GET', `/incidents/${incident.id}/timeline`)
  expect(body.data.map(({ kind }) => kind)).toEqual(['incident.created', 'comment.created'])
  expect(body.data[1]!.comment!.media).toMatchObject([{ thumbnailDownloadUrl: expect.any(String) }])
})

test('a stream of live updates reports no thumbnail of another organization', async () => {
  const [owner, other] = [await watchIncident(), await watchIncident()]
  await owner.staff.call('POST', `/incidents/${owner.incident.id}/media`, { body: formOf('file') })
  await made(owner.stream)
  const later = await newIncident(other.call)
  await other.stream.wait('a later change is reported', ({ data }) => data.incidentId === later.id)
  expect(other.stream.events.map(({ data }) => data.kind)).not.toContain('media.thumbnail_made')
})
