import Type from 'typebox'
import { keyScopes } from '../console/api-key.ts'
import { Instant, nullable, oneOf, Uuid } from '../scalars.ts'
import { defineEvent } from './define.ts'

const revokedAt = Type.String({ format: 'date-time', description: 'Time at which the API key stops working.' })

export const apiKeyIssued = defineEvent({
  kind: 'api_key.issued',
  version: 1,
  meaning: 'An API key was issued.',
  isInFeed: false,
  data: {
    apiKeyId: Uuid,
    name: Type.String(),
    scopes: Type.Array(oneOf(keyScopes)),
    expiresAt: nullable(Instant),
  },
})

export const apiKeyRotated = defineEvent({
  kind: 'api_key.rotated',
  version: 1,
  meaning: 'An API key was replaced by a successor.',
  isInFeed: false,
  data: { apiKeyId: Uuid, successorId: Uuid, revokedAt },
})

export const apiKeyRevoked = defineEvent({
  kind: 'api_key.revoked',
  version: 1,
  meaning: 'An API key was revoked.',
  isInFeed: false,
  data: { apiKeyId: Uuid, revokedAt },
})
