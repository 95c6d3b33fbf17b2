'use strict';

const appointments = [
  { day: '2025-03-03', patient: 'A. Silva', born: '1971-02-11', doctor: 'lind' },
  { day: '2025-03-03', patient: 'C. Okafor', born: '1988-09-30', doctor: 'lind' },
  { day: '2025-03-04', patient: 'M. Weber', born: '1990-12-01', doctor: 'sato' },
];

exports.doctors = [...new Set(appointments.map((a) => a.doctor))];
exports.appointmentsOf = (doctor) => appointments.filter((a) => a.doctor === doctor);

exports.toCsv = function toCsv(rows) {
  const cell = (v) => `"${String(v).replace(/"/g, '""')}"`;
  return ['day,patient,born', ...rows.map((r) => [r.day, r.patient, r.born].map(cell).join(','))].join('\n');
};
