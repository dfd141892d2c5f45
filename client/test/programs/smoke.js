/**
 * Runs the first steps of an app in Node, on a page or in a worker: queues, flushes, and reads the results.
 * @param {import('@tocsin/client').TocsinClient} client
 * @param {import('@tocsin/client/offline').QueueStore} store
 * @param {string} name name of the incident.
 */
export async function smoke(client, store, name) {
  const queue = await client.offline(store)
  await queue.refresh()
  const refused = await queue.create({})
  const receipt = await queue.create({ name })
  if (refused.isQueued || !receipt.isQueued) throw new Error('the rules did not tell a good Incident from a bad one')
  await queue.comment(receipt, { message: 'Queued' })
  await queue.attach(receipt, new Blob(['not quite a photo']), { fileName: 'photo.txt' })
  const { outcome, sent } = await queue.flush()
  const [incident] = await client.incidents.list({ q: name }).all()
  const comments = await client.comments.list(incident.id).all()
  const unknown = await client.incidents.get(receipt.clientRequestId).catch((error) => error.code)
  return {
    refused: refused.violations.map(({ pointer, code }) => `${pointer} ${code}`),
    outcome,
    sent,
    incident: incident.name,
    files: incident.mediaIds.length,
    comments: comments.map(({ message }) => message),
    unknown,
  }
}
