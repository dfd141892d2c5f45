import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { PatchWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import { malformedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { Problem, violationAt } from '../../problem.ts'
import { shorten } from '../../shorten.ts'
import type { AddressGuard } from '../deliveries/address-guard.ts'

const feedKinds = new Set<string>(catalogue.filter(({ isInFeed }) => isInFeed).map(({ kind }) => kind))

/**
 * Checks the address and the kinds of an endpoint. An address that is a name is checked again at each connection,
 * because only then is it resolved.
 * @param shapeViolations violations of the schema of the request body. The fields that they name are not checked again.
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
      feedKinds.has(kind)
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
