import Type, { type Static } from 'typebox'
import { emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from '../limits.ts'
import { notBlank, oneOf, Uuid } from '../scalars.ts'
import { OrganizationSettings } from './organization-settings.ts'

/** Roles of staff users. Only administrators manage the creation configuration, users and API keys. */
export const roles = ['administrator', 'member'] as const
export type Role = (typeof roles)[number]

export const NewPassword = Type.String({ minLength: passwordMinLength, maxLength: passwordMaxLength })

/**
 * Password to verify. Older versions accepted passwords of up to 1,024 characters, which is more than a new password
 * may have.
 */
const ExistingPassword = Type.String({ maxLength: 1024 })

export const emailPattern = '^[^\\s@]+@[^\\s@]+$'
export const Email = Type.String({ maxLength: emailMaxLength, pattern: emailPattern })

export const SignIn = Type.Object(
  {
    email: Type.String({ maxLength: emailMaxLength }),
    password: ExistingPassword,
    organizationId: Type.Optional(Uuid),
  },
  { $id: 'SignIn', additionalProperties: false },
)
export type SignIn = Static<typeof SignIn>

/**
 * Signed-in user, their organization and a CSRF token. Every write must send the token in the header `x-csrf-token`.
 */
export const Session = Type.Object(
  {
    user: Type.Object({
      id: Uuid,
      name: Type.String(),
      email: Type.String(),
      role: oneOf(roles),
    }),
    organization: Type.Object({ id: Uuid, ...OrganizationSettings.properties }),
    csrfToken: Type.String(),
  },
  { $id: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>

export const ChangePassword = Type.Object(
  { currentPassword: ExistingPassword, newPassword: NewPassword },
  { $id: 'ChangePassword', additionalProperties: false },
)
export type ChangePassword = Static<typeof ChangePassword>

/** State of the set-up of this server. `open` is true until an organization exists. */
export const SetUpState = Type.Object({ open: Type.Boolean() }, { $id: 'SetUpState', additionalProperties: false })

export const SetUp = Type.Object(
  {
    /** Code that the server logged when it started. Case, hyphens and spaces do not matter. */
    code: Type.String({ minLength: 1, maxLength: 100 }),
    organizationName: notBlank(nameMaxLength),
    name: notBlank(nameMaxLength),
    email: Email,
    password: NewPassword,
  },
  { $id: 'SetUp', additionalProperties: false },
)
export type SetUp = Static<typeof SetUp>
