"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.validateEmail = validateEmail;
exports.validatePhone = validatePhone;
exports.validatePostcode = validatePostcode;
const LOCAL_AND_DOMAIN = /^([a-zA-Z0-9]+([._-]?[a-zA-Z0-9]+)*)+@([a-zA-Z0-9]+(-?[a-zA-Z0-9]+)*\.)+[a-zA-Z]{2,}$/;
function validateEmail(value) {
    if (!value.includes("@"))
        return { valid: false, reason: "no @" };
    return LOCAL_AND_DOMAIN.test(value) ? { valid: true } : { valid: false, reason: "malformed" };
}
function validatePhone(value) {
    const digits = value.replace(/[ ()-]/g, "");
    if (!/^\+?\d{6,15}$/.test(digits))
        return { valid: false, reason: "6 to 15 digits are expected" };
    return { valid: true };
}
function validatePostcode(value, country) {
    const table = { DE: /^\d{5}$/, NL: /^\d{4} ?[A-Z]{2}$/, GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/ };
    return table[country].test(value) ? { valid: true } : { valid: false, reason: `no postcode of ${country}` };
}
