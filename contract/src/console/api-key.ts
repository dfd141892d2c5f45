import Type, { type Static } from 'typebox'
import { nameMaxLength, overlapHoursMaximum } from '../limits.ts'
import { Instant, notBlank, nullable, oneOf, Uuid } from '../scalars.ts'

export const keyScopes = ['read', 'write', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]

/** States of an API key. A key in the state `being_replaced` was rotated and still works until its `revokedAt`. */
const keyStates = ['active', 'being_replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

const KeyScopes = Type.Array(oneOf(keyScopes), {
  minItems: 1,
  maxItems: keyScopes.length,
  uniqueItems: true,
})

/** API key without its secret. */
export const ApiKey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    scopes: KeyScopes,
    state: oneOf(keyStates),
    createdAt: Instant,
    expiresAt: nullable(Instant),
    /** Time of the last request with the API key. The server updates this time at most once in 30 seconds. */
    lastUsedAt: nullable(Instant),
    /** Time at which a revoked or rotated API key stops working. The time may be in the future. */
    revokedAt: nullable(Instant),
    /** Id of the API key that replaced this key when it was rotated; null for a key that was not rotated. */
    successorId: nullable(Uuid),
  },
  { additionalProperties: false },
)
export type ApiKey = Static<typeof ApiKey>

export const IssueKey = Type.Object(
  {
    name: notBlank(nameMaxLength),
    scopes: KeyScopes,
    /** Time at which the API key expires. Absent or null for an API key that does not expire. */
    expiresAt: Type.Optional(nullable(Instant)),
  },
  { additionalProperties: false },
)
export type IssueKey = Static<typeof IssueKey>

/** API key in the response that issues it. No later response contains the complete `key`. */
export const IssuedKey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    expiresAt: nullable(Instant),
    key: Type.String({ description: 'Complete key. It is not stored and cannot be shown again.' }),
  },
  { additionalProperties: false },
)
export type IssuedKey = Static<typeof IssuedKey>

export const RotateKey = Type.Object(
  {
    /** Hours for which the old API key still works after the rotation; 24 by default. */
    overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: overlapHoursMaximum })),
  },
  { additionalProperties: false },
)
export type RotateKey = Static<typeof RotateKey>

export const KeyRotation = Type.Object(
  {
    successor: IssuedKey,
    /** Time at which the old API key stops working, unless it expires earlier. */
    oldRevokedAt: Instant,
  },
  { additionalProperties: false },
)
export type KeyRotation = Static<typeof KeyRotation>
