import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { PatchWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { rejectMalformed } from '../../http/problems/reject-malformed.ts'
import { Problem, violationAt } from '../../problem.ts'
import { shorten } from '../../shorten.ts'
import type { AddressGuard } from '../deliveries/address-guard.ts'

/**
 * Checks the URL of an endpoint and the kinds of events that it receives. A URL with a host name is checked again when
 * a connection is made, because the host name is resolved only then.
 * @throws Problem `invalid_request` with all violations.
 */
export function checkEndpoint(endpoint: PatchWebhookEndpoint, guard: AddressGuard): void {
  const violations = violationsOf(endpoint, guard)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}

/**
 * Rejects a malformed endpoint, and lists the violations of its schema and of `checkEndpoint`.
 * @param body body as it was sent. It may have any shape.
 * @param violations violations of the schema, at least one.
 * @throws Problem `invalid_request`, always.
 */
export const rejectMalformedEndpoint = (body: unknown, guard: AddressGuard, violations: Violation[]): Promise<never> =>
  rejectMalformed<PatchWebhookEndpoint>(
    new Problem('invalid_request', { violations }),
    body,
    ['url', 'kinds'],
    async (sent) => ({ violations: violationsOf(sent, guard) }),
  )

function violationsOf({ url, kinds }: PatchWebhookEndpoint, guard: AddressGuard): Violation[] {
  const objection = url && guard.objectionTo(url)
  const unknown = [...(kinds ?? []).entries()].filter(([, kind]) => !feedKinds.includes(kind))
  return [
    ...(objection ? [violationAt('/url', 'not_allowed_value', `The address ${objection}.`)] : []),
    ...unknown.map(([index, kind]) =>
      violationAt(
        `/kinds/${index}`,
        'not_allowed_value',
        `The feed has no kind "${shorten(kind)}". docs/events.md lists the kinds.`,
      ),
    ),
  ]
}
