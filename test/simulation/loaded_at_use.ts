// What the product loads with its first use of it, loaded before a simulation begins: how long that takes is no part of it.
import '@modelcontextprotocol/server';
import '@simplewebauthn/server/helpers';
import 'nodemailer';
import 'otpauth';
