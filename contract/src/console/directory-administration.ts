import Type, { type Static } from 'typebox'
import { Location, Point } from '../api/directory.ts'
import { nameMaxLength } from '../limits.ts'
import { notBlank, nullable, oneOf, Uuid } from '../scalars.ts'
import { Email, NewPassword, roles } from './session.ts'

const Name = notBlank(nameMaxLength)
const ExternalId = notBlank(nameMaxLength)
const RoleName = oneOf(roles)

export const AddLocation = Type.Object(
  { name: Name, externalId: Type.Optional(nullable(ExternalId)) },
  { additionalProperties: false },
)
export type AddLocation = Static<typeof AddLocation>

/** What is absent stays as it is; an externalId of null is cleared. */
export const ChangeLocation = Type.Object(
  { name: Type.Optional(Name), externalId: Type.Optional(nullable(ExternalId)) },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeLocation = Static<typeof ChangeLocation>

export const AddPoint = Type.Object({ locationId: Uuid, name: Name }, { additionalProperties: false })
export type AddPoint = Static<typeof AddPoint>

export const ChangePoint = Type.Object({ name: Name }, { additionalProperties: false })
export type ChangePoint = Static<typeof ChangePoint>

/** A Location as administrators see it. */
export const CountedLocation = Type.Object(
  {
    ...Location.properties,
    /** Points in use. */
    pointCount: Type.Integer(),
    /** Incidents, open and closed. */
    incidentCount: Type.Integer(),
  },
  { additionalProperties: false },
)
export type CountedLocation = Static<typeof CountedLocation>

export const CountedPoint = Type.Object(
  { ...Point.properties, incidentCount: Type.Integer() },
  { additionalProperties: false },
)
export type CountedPoint = Static<typeof CountedPoint>

/** A member of staff as administrators see them. */
export const StaffUser = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    email: Type.String(),
    role: RoleName,
    archived: Type.Boolean(),
    /** Whether a password was set. */
    canSignIn: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type StaffUser = Static<typeof StaffUser>

export const CountedStaffUser = Type.Object(
  {
    ...StaffUser.properties,
    /** Incidents they are assigned to, open and closed. */
    incidentCount: Type.Integer(),
  },
  { additionalProperties: false },
)
export type CountedStaffUser = Static<typeof CountedStaffUser>

export const AddUser = Type.Object(
  {
    name: Name,
    email: Email,
    role: RoleName,
    /** Absent: nobody can sign in as this user yet. */
    password: Type.Optional(NewPassword),
  },
  { additionalProperties: false },
)
export type AddUser = Static<typeof AddUser>

/** What is absent stays as it is. */
export const ChangeUser = Type.Object(
  { name: Type.Optional(Name), email: Type.Optional(Email), role: Type.Optional(RoleName) },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeUser = Static<typeof ChangeUser>

export const ResetPassword = Type.Object({ password: NewPassword }, { additionalProperties: false })
export type ResetPassword = Static<typeof ResetPassword>
