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

/** Change of a location. An absent field keeps its value. Null clears `externalId`. */
export const ChangeLocation = Type.Object(
  { name: Type.Optional(Name), externalId: Type.Optional(nullable(ExternalId)) },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeLocation = Static<typeof ChangeLocation>

export const AddPoint = Type.Object({ locationId: Uuid, name: Name }, { additionalProperties: false })
export type AddPoint = Static<typeof AddPoint>

export const ChangePoint = Type.Object({ name: Name }, { additionalProperties: false })
export type ChangePoint = Static<typeof ChangePoint>

/** Location for administrators, with the number of its points and the number of its incidents. */
export const CountedLocation = Type.Object(
  {
    ...Location.properties,
    /** Number of points that are not archived. */
    pointCount: Type.Integer(),
    /** Number of incidents at the location, both open and closed. */
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

/** Staff user with the fields that administrators see. */
export const StaffUser = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    email: Type.String(),
    role: RoleName,
    archived: Type.Boolean(),
    /** True if the user has a password. */
    canSignIn: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type StaffUser = Static<typeof StaffUser>

export const CountedStaffUser = Type.Object(
  {
    ...StaffUser.properties,
    /** Number of open and closed incidents assigned to the user. */
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
    /** Password of the new user. A user without a password cannot sign in. */
    password: Type.Optional(NewPassword),
  },
  { additionalProperties: false },
)
export type AddUser = Static<typeof AddUser>

/** Change of a staff user. An absent field keeps its value. */
export const ChangeUser = Type.Object(
  { name: Type.Optional(Name), email: Type.Optional(Email), role: Type.Optional(RoleName) },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeUser = Static<typeof ChangeUser>

export const ResetPassword = Type.Object({ password: NewPassword }, { additionalProperties: false })
export type ResetPassword = Static<typeof ResetPassword>
