/**
 * Runs the first steps of an app in Node, on a page or in a worker: queues, flushes, and reads the results.
 * @param {import('@tocsin/client').TocsinClient} client
 * @param {import('@tocsin/client/offline').QueueStore} store
 * @param {string} name name of the incident.
 * @param {typeof import('@tocsin/client/webhooks').verifyWebhook} verifyWebhook
 */
export async function smoke(client, store, name, verifyWebhook) {
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
    webhooks: [
      (await verifyWebhook({ ...webhook, secret })).kind,
      (await verifyWebhook({ ...webhook, publicKey })).kind,
      await verifyWebhook({ ...webhook, publicKey, body: `${webhook.body} ` }).catch((error) => error.code),
    ],
  }
}

// A webhook that node:crypto has signed with both kinds of keys.
const secret = 'whsec_LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='
const publicKey = 'whpk_yl4bcu+zFkR9WDaUBvHtBb9SY4t3B0QpmXzV53Exdto='
const webhook = {
  body: '{"id":"0199c2c4-7a3e-7cc1-b2f2-4d2c5a8b9e10","kind":"webhook.test"}',
  headers: {
    'webhook-id': '0199c2c4-7a3e-7cc1-b2f2-4d2c5a8b9e10',
    'webhook-timestamp': '1772366400',
    'webhook-signature':
      'v1,GTVWTZFWzA+CQyV8jQ5j4FLeuLBIxFZWJHn+6wU12rg= ' +
      'v1a,/HRreN0MYy/CiUx4WSBQ3GV6qNa3l6lR4KRKcoXQ/QE4f/J/0Eug+V50EtbeaH3ukujXRZnAP2/uGQ4yTzYxCw==',
  },
  now: new Date(1772366400_000),
}
