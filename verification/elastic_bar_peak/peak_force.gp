# Plot of the peak of the contact force; run in the folder that `jounce verify elastic_bar_peak --keep DIR` leaves,
# DIR/elastic_bar_peak:  gnuplot peak_force.gp  makes peak_force.png
set datafile separator ","
set terminal pngcairo size 900,560 font "sans,11"
set output "peak_force.png"
set xlabel "phase of the impact in its step"
set ylabel "largest force / plateau"
set key outside right
set grid
steps = "0.004 0.002 0.001 0.0005"
plot for [i=1:4] "peak_force.csv" using 2:($1 == word(steps, i) + 0 ? $3 : NaN) with linespoints lc i pt 7 \
       title "h = ".word(steps, i).", consistent mass", \
     for [i=1:4] "peak_force_lumped.csv" using 2:($1 == word(steps, i) + 0 ? $3 : NaN) with linespoints lc i pt 6 dt 2 \
       title "h = ".word(steps, i).", lumped mass"
