import { anyBelow, counts, idOf } from './data.ts'
import type { Operation } from './operations.ts'
import type { Request } from './requests.ts'

/**
 * Operation that changes incidents with the console API. The first request is a transition, the second an assignment,
 * the third an edit, the fourth a transition again, and so on. Each request changes a different incident.
 */
export const change: Operation = {
  name: 'change an incident: transition, assign, edit by turns',
  writes: true,
  as: 'session',
  async makeRequests(side, organization, count) {
    const found = await side.sampleIncidents(organization, count)
    return found.map((incident, index): Request => {
      const call = { method: 'PATCH', path: `/api/console/incidents/${incident.id}` }
      if (index % 3 === 0) return { ...call, body: { stateId: incident.nextStateId } }
      if (index % 3 === 1) return { ...call, body: { assigneeId: idOf('user', anyBelow(counts.users)) } }
      const headers = { 'if-match': `"${incident.version}"` }
      return { ...call, headers, body: { name: `Edited ${anyBelow(1_000_000)}`, priority: 'MAJOR' } }
    })
  },
}

const boundary = 'bench-boundary'

/** Operation that uploads a small text file. Each request uploads the file to a different incident. */
export const upload: Operation = {
  name: 'upload a text file of 2 KB',
  writes: true,
  as: 'key',
  async makeRequests(side, organization, count) {
    const found = await side.sampleIncidents(organization, Math.min(count, 3_000))
    return found.map(({ id }, index) => ({
      method: 'POST',
      path: `/api/v1/incidents/${id}/media`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="log-${index}.txt"\r\n\r\n` +
          `${`reading ${anyBelow(1_000_000)}\n`.repeat(120)}\r\n--${boundary}--\r\n`,
      ),
    }))
  },
}
