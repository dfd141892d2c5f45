import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { PatchWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { malformedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { Problem, violationAt } from '../../problem.ts'
import { shorten } from '../../shorten.ts'
import type { AddressGuard } from '../deliveries/address-guard.ts'

/**
 * Checks the URL of an endpoint and the kinds of events that it receives. A URL with a host name is checked again when
 * a connection is made, because the host name is resolved only then.
 * @param shapeViolations violations of the schema of the request body. The fields in these violations are not checked
 *   again.
 * @throws Problem `invalid_request` with all violations.
 */
export function checkEndpoint(
  { url, kinds }: PatchWebhookEndpoint,
  guard: AddressGuard,
  shapeViolations: Violation[] = [],
): void {
  const malformed = malformedFields(shapeViolations)
  const objection = url === undefined || malformed.has('url') ? undefined : guard.objectionTo(url)
  const violations: Violation[] = [
    ...shapeViolations,
    ...(objection ? [violationAt('/url', 'not_allowed_value', `The address ${objection}.`)] : []),
    ...(malformed.has('kinds') ? [] : (kinds ?? [])).flatMap((kind, index) =>
      feedKinds.includes(kind)
        ? []
        : [
            violationAt(
              `/kinds/${index}`,
              'not_allowed_value',
              `The feed has no kind "${shorten(kind)}". docs/events.md lists the kinds.`,
            ),
          ],
    ),
  ]
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}
