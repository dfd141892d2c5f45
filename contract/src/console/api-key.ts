import Type, { type Static } from 'typebox'
import { nameMaxLength, overlapHoursMaximum } from '../limits.ts'
import { Instant, notBlank, nullable, oneOf, Uuid } from '../scalars.ts'

/** What an API key may do. */
export const keyScopes = ['read', 'write'] as const
export type KeyScope = (typeof keyScopes)[number]

/** `being_replaced`: it was rotated, and works until `revokedAt`. */
export const keyStates = ['active', 'being_replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

const KeyScopes = Type.Array(oneOf(keyScopes), {
  minItems: 1,
  maxItems: keyScopes.length,
  uniqueItems: true,
})

/** What is known of a key: all but its secret. */
export const ApiKey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    scopes: KeyScopes,
    state: oneOf(keyStates),
    createdAt: Instant,
    expiresAt: nullable(Instant),
    /** At most a minute behind. */
    lastUsedAt: nullable(Instant),
    /** When it stopped, or will stop. */
    revokedAt: nullable(Instant),
    /** The key that took its place when it was rotated. */
    successorId: nullable(Uuid),
  },
  { additionalProperties: false },
)
export type ApiKey = Static<typeof ApiKey>

export const IssueKey = Type.Object(
  {
    name: notBlank(nameMaxLength),
    scopes: KeyScopes,
    /** Absent or null: the key does not expire. */
    expiresAt: Type.Optional(nullable(Instant)),
  },
  { additionalProperties: false },
)
export type IssueKey = Static<typeof IssueKey>

/** The only answer that ever shows a key. */
export const IssuedKey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    expiresAt: nullable(Instant),
    key: Type.String({ description: 'The whole key. It is not stored and cannot be shown again.' }),
  },
  { additionalProperties: false },
)
export type IssuedKey = Static<typeof IssuedKey>

export const RotateKey = Type.Object(
  {
    /** For how long the old key still works; 24 hours unless given. */
    overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: overlapHoursMaximum })),
  },
  { additionalProperties: false },
)
export type RotateKey = Static<typeof RotateKey>

export const KeyRotation = Type.Object(
  {
    successor: IssuedKey,
    /** Until when the old key may still be used, unless it expires before. */
    oldRevokedAt: Instant,
  },
  { additionalProperties: false },
)
export type KeyRotation = Static<typeof KeyRotation>
