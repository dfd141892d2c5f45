import Type, { type Static } from 'typebox'
import { nameMaxLength, overlapHoursMaximum } from '../limits.ts'
import { Instant, notBlank, nullable, oneOf, Uuid } from '../scalars.ts'

export const keyScopes = ['read', 'write'] as const
export type KeyScope = (typeof keyScopes)[number]

/** A key in state `being_replaced` was rotated and works until `revokedAt`. */
export const keyStates = ['active', 'being_replaced', 'expired', 'revoked'] as const
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
    /** Updated at most once a minute. */
    lastUsedAt: nullable(Instant),
    /** Past or future end of a revoked or rotated key. */
    revokedAt: nullable(Instant),
    /** Key that replaced this key when it was rotated. */
    successorId: nullable(Uuid),
  },
  { additionalProperties: false },
)
export type ApiKey = Static<typeof ApiKey>

export const IssueKey = Type.Object(
  {
    name: notBlank(nameMaxLength),
    scopes: KeyScopes,
    /** Absent or null for a key that does not expire. */
    expiresAt: Type.Optional(nullable(Instant)),
  },
  { additionalProperties: false },
)
export type IssueKey = Static<typeof IssueKey>

/** Answer to issuing a key. No other answer contains the key. */
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
    /** Hours for which the old key still works; 24 by default. */
    overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: overlapHoursMaximum })),
  },
  { additionalProperties: false },
)
export type RotateKey = Static<typeof RotateKey>

export const KeyRotation = Type.Object(
  {
    successor: IssuedKey,
    /** End of the old key, unless it expires earlier. */
    oldRevokedAt: Instant,
  },
  { additionalProperties: false },
)
export type KeyRotation = Static<typeof KeyRotation>
