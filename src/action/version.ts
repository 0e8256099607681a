/**
 * The version that the action sends to the service; a test compares it with package.json, which is not in the bundle.
 */

export const ACTION_VERSION = "0.1.0";
