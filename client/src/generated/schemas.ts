// Made from contract/ by `npm run generate`; never edited.

import type { Schema } from '../offline/rules/schema.ts'

export const CreateIncident: Schema = {
  "type": "object",
  "required": [
    "clientRequestId"
  ],
  "properties": {
    "clientRequestId": {
      "type": "string",
      "format": "uuid"
    },
    "configVersion": {
      "type": "integer",
      "minimum": 1
    },
    "name": {
      "type": "string",
      "maxLength": 250
    },
    "description": {
      "type": "string"
    },
    "typeId": {
      "type": "string",
      "format": "uuid"
    },
    "categoryId": {
      "type": "string",
      "format": "uuid"
    },
    "priority": {
      "type": "string",
      "enum": [
        "MINOR",
        "NORMAL",
        "MAJOR",
        "CRITICAL"
      ]
    },
    "locationId": {
      "type": "string",
      "format": "uuid"
    },
    "pointId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "assigneeId": {
      "type": "string",
      "format": "uuid"
    },
    "occurredAt": {
      "type": "string",
      "format": "date-time"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "maxLength": 100
      },
      "maxItems": 1000,
      "uniqueItems": true
    },
    "latitude": {
      "type": "number",
      "minimum": -90,
      "maximum": 90
    },
    "longitude": {
      "type": "number",
      "minimum": -180,
      "maximum": 180
    },
    "externalId": {
      "type": "string"
    }
  },
  "additionalProperties": false
}

export const PatchIncident: Schema = {
  "type": "object",
  "properties": {
    "name": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 250
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "typeId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "categoryId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "priority": {
      "type": "string",
      "enum": [
        "MINOR",
        "NORMAL",
        "MAJOR",
        "CRITICAL"
      ]
    },
    "stateId": {
      "type": "string",
      "format": "uuid"
    },
    "locationId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "pointId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "assigneeId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "occurredAt": {
      "type": "string",
      "format": "date-time"
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string",
        "maxLength": 100
      },
      "maxItems": 1000,
      "uniqueItems": true
    },
    "latitude": {
      "type": [
        "number",
        "null"
      ],
      "minimum": -90,
      "maximum": 90
    },
    "longitude": {
      "type": [
        "number",
        "null"
      ],
      "minimum": -180,
      "maximum": 180
    },
    "externalId": {
      "type": [
        "string",
        "null"
      ]
    },
    "comment": {
      "type": "string",
      "minLength": 1,
      "maxLength": 250,
      "pattern": "\\S"
    }
  },
  "additionalProperties": false
}

export const CreateComment: Schema = {
  "type": "object",
  "required": [
    "relatedEntityId"
  ],
  "properties": {
    "relatedEntityId": {
      "type": "string",
      "format": "uuid"
    },
    "message": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 250
    },
    "externalId": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "additionalProperties": false
}
